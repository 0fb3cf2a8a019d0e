"""What the software itself says, in five languages, and how it writes dates."""

from datetime import datetime

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "by": "by", "reply": "Reply", "quote": "Quote", "report": "Report", "next": "Next", "older": "Older topics",
        "previous": "Previous", "replies": "Replies", "views": "Views", "last": "Last post", "topics": "Topics",
        "posts": "Posts", "joined": "Joined", "members": "Members", "search": "Search", "login": "Log in",
        "register": "Register", "help": "Help", "wrote": "wrote:", "edited": "Last edited by", "on": "on",
        "print": "Print view", "board": "Forum", "home": "Home", "guest": "Guest", "sticky": "Sticky",
        "welcome": "Welcome", "topic": "Topic",
        "subscribe": "Subscribe", "recent": "Latest topics", "send": "Post reply", "jump": "Jump to",
        "newer_topic": "Next topic", "older_topic": "Previous topic", "tags": "Tags", "online": "Users online",
        "rules": "Please be kind to each other and stay on the subject. Moderators may move topics.",
        "about": "This is where members talk about what they do and ask what they do not know.",
        "new": "New posts", "unanswered": "Unanswered topics", "similar": "Similar topics", "likes": "like this.",
        "archive": "Archive", "ago": "{} days ago",
    },
    "de": {
        "by": "von", "reply": "Antworten", "quote": "Zitieren", "report": "Melden", "next": "Weiter",
        "older": "Ältere Themen", "previous": "Zurück", "replies": "Antworten", "views": "Aufrufe",
        "last": "Letzter Beitrag", "topics": "Themen", "posts": "Beiträge", "joined": "Registriert",
        "members": "Mitglieder", "search": "Suche", "login": "Anmelden", "register": "Registrieren", "help": "Hilfe",
        "wrote": "schrieb:", "edited": "Zuletzt bearbeitet von", "on": "am", "print": "Druckansicht", "board": "Forum",
        "home": "Startseite", "guest": "Gast", "sticky": "Wichtig", "welcome": "Willkommen", "topic": "Thema",
        "subscribe": "Abonnieren", "recent": "Neueste Themen", "send": "Antwort senden", "jump": "Gehe zu",
        "newer_topic": "Nächstes Thema", "older_topic": "Voriges Thema", "tags": "Schlagwörter", "online": "Wer ist da",
        "rules": "Bitte seid freundlich und bleibt beim Thema. Die Moderation darf Themen verschieben.",
        "about": "Hier reden die Mitglieder über das, was sie tun, und fragen, was sie nicht wissen.",
        "new": "Neue Beiträge", "unanswered": "Unbeantwortete Themen", "similar": "Ähnliche Themen",
        "likes": "gefällt das.", "archive": "Archiv", "ago": "vor {} Tagen",
    },
    "fr": {
        "by": "par", "reply": "Répondre", "quote": "Citer", "report": "Signaler", "next": "Suivant",
        "older": "Sujets plus anciens", "previous": "Précédent", "replies": "Réponses", "views": "Vues",
        "last": "Dernier message", "topics": "Sujets", "posts": "Messages", "joined": "Inscrit", "members": "Membres",
        "search": "Recherche", "login": "Connexion", "register": "Inscription", "help": "Aide", "wrote": "a écrit :",
        "edited": "Dernière modification par", "on": "le", "print": "Imprimer", "board": "Forum", "home": "Accueil",
        "guest": "Invité", "sticky": "Épinglé", "welcome": "Bienvenue", "topic": "Sujet", "subscribe": "S'abonner",
        "recent": "Derniers sujets", "send": "Envoyer", "jump": "Aller à", "newer_topic": "Sujet suivant",
        "older_topic": "Sujet précédent", "tags": "Mots-clés", "online": "En ligne",
        "rules": "Merci de rester aimable et de ne pas sortir du sujet. Les sujets peuvent être déplacés.",
        "about": "Ici les membres parlent de ce qu'ils font et demandent ce qu'ils ne savent pas.",
        "new": "Nouveaux messages", "unanswered": "Sujets sans réponse", "similar": "Sujets similaires",
        "likes": "aiment ça.", "archive": "Archives", "ago": "il y a {} jours",
    },
    "es": {
        "by": "por", "reply": "Responder", "quote": "Citar", "report": "Denunciar", "next": "Siguiente",
        "older": "Temas anteriores", "previous": "Anterior", "replies": "Respuestas", "views": "Visitas",
        "last": "Último mensaje", "topics": "Temas", "posts": "Mensajes", "joined": "Registrado", "members": "Miembros",
        "search": "Buscar", "login": "Entrar", "register": "Registrarse", "help": "Ayuda", "wrote": "escribió:",
        "edited": "Última edición por", "on": "el", "print": "Imprimir", "board": "Foro", "home": "Inicio",
        "guest": "Invitado", "sticky": "Fijo", "welcome": "Bienvenidos", "topic": "Tema", "subscribe": "Suscribirse",
        "recent": "Últimos temas", "send": "Enviar", "jump": "Ir a", "newer_topic": "Tema siguiente",
        "older_topic": "Tema anterior", "tags": "Etiquetas", "online": "Conectados",
        "rules": "Por favor sean amables y no se salgan del tema. Los temas pueden moverse.",
        "about": "Aquí los miembros hablan de lo que hacen y preguntan lo que no saben.", "new": "Mensajes nuevos",
        "unanswered": "Temas sin respuesta", "similar": "Temas similares", "likes": "les gusta esto.",
        "archive": "Archivo", "ago": "hace {} días",
    },
    # Not drawn; asked for where other letters and another calendar are the matter.
    "th": {
        "by": "โดย", "reply": "ตอบกลับ", "quote": "อ้างอิง", "report": "รายงาน", "next": "ถัดไป", "older": "กระทู้เก่ากว่า",
        "previous": "ก่อนหน้า", "replies": "ตอบ", "views": "อ่าน", "last": "ข้อความล่าสุด", "topics": "กระทู้",
        "posts": "ข้อความ", "joined": "สมัครเมื่อ", "members": "สมาชิก", "search": "ค้นหา", "login": "เข้าสู่ระบบ",
        "register": "สมัครสมาชิก", "help": "ช่วยเหลือ", "wrote": "เขียนว่า:", "edited": "แก้ไขล่าสุดโดย", "on": "เมื่อ",
        "print": "พิมพ์", "board": "กระดาน", "home": "หน้าแรก", "guest": "ผู้มาเยือน", "sticky": "ปักหมุด",
        "welcome": "ยินดีต้อนรับ", "topic": "กระทู้", "subscribe": "ติดตาม", "recent": "กระทู้ใหม่", "send": "ส่งข้อความ",
        "jump": "ไปที่", "newer_topic": "กระทู้ถัดไป", "older_topic": "กระทู้ก่อนหน้า", "tags": "ป้าย", "online": "ออนไลน์",
        "rules": "โปรดสุภาพต่อกันและอยู่ในหัวข้อ", "about": "ที่นี่สมาชิกคุยกันและถามสิ่งที่ไม่รู้",
        "new": "ข้อความใหม่", "unanswered": "ยังไม่มีคนตอบ", "similar": "กระทู้ที่คล้ายกัน", "likes": "ถูกใจสิ่งนี้",
        "archive": "คลัง", "ago": "{} วันที่แล้ว",
    },
}  # fmt: skip

MONTHS: dict[str, tuple[str, ...]] = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December"),
    "de": ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
           "Dezember"),
    "fr": ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
           "décembre"),
    "es": ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
           "noviembre", "diciembre"),
    "th": ("ม.ค.", "ก.พ.", "มี.ค.", "เม.ย.", "พ.ค.", "มิ.ย.", "ก.ค.", "ส.ค.", "ก.ย.", "ต.ค.", "พ.ย.", "ธ.ค."),
}  # fmt: skip
LONG = {
    "en": "{month} {day}, {year}, {hour:02}:{minute:02}",
    "de": "{day}. {month} {year}, {hour:02}:{minute:02} Uhr",
    "fr": "{day} {month} {year} à {hour:02}:{minute:02}",
    "es": "{day} de {month} de {year}, {hour:02}:{minute:02}",
    "th": "{day} {month} {year}, {hour:02}:{minute:02}",
}
DAYS = {"en": "{month} {day}, {year}", "de": "{day}. {month} {year}", "fr": "{day} {month} {year}",
        "es": "{day} de {month} de {year}", "th": "{day} {month} {year}"}  # fmt: skip
# Day first everywhere, and always with a year: what numbers alone cannot tell is no matter of learning.
NUMERIC = {"en": "%d %b %Y %H:%M", "de": "%d.%m.%Y %H:%M", "fr": "%d/%m/%Y %H:%M", "es": "%d/%m/%Y %H:%M"}
NOW = datetime(2025, 6, 20, 12, 0)
"""When the pages were served, for what says how long ago something was."""


def shown(moment: datetime, form: str, language: str) -> str:
    """The markup of a date in one of the forms."""
    if form == "numeric":
        return moment.strftime(NUMERIC[language])
    if form == "iso":
        return moment.strftime("%Y-%m-%d %H:%M:%S")
    if form == "element":
        return f'<time datetime="{moment:%Y-%m-%dT%H:%M:%SZ}">{_written(DAYS, moment, language)}</time>'
    if form == "relative":
        full = _written(LONG, moment, language)
        return f'<span title="{full}">{WORDS[language]["ago"].format((NOW - moment).days)}</span>'
    return _written(DAYS if form == "day" else LONG, moment, language)


def _written(forms: dict[str, str], moment: datetime, language: str) -> str:
    month = MONTHS[language][moment.month - 1]
    year = moment.year + 543 if language == "th" else moment.year
    return forms[language].format(month=month, day=moment.day, year=year, hour=moment.hour, minute=moment.minute)
