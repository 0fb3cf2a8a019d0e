"""What the invented blogs are written in: frames of sentences, words for them, months, names, and what buttons say."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """Words of one language. Frames take three things, a kind and a deed; `label` is what themes say."""

    frames: tuple[str, ...]
    things: tuple[str, ...]
    kinds: tuple[str, ...]
    deeds: tuple[str, ...]
    months: tuple[str, ...]
    day: str
    """How a day is written, with {d}, {month} and {y}."""
    numbers: str
    """How a date is written in numbers."""
    people: tuple[str, ...]
    labels: dict[str, str]


_KEYS = [
    "home",
    "about",
    "contact",
    "blog",
    "archive",
    "categories",
    "tags",
    "search",
    "login",
    "print",
    "share",
    "related",
    "recent_posts",
    "recent_comments",
    "older",
    "newer",
    "next",
    "previous",
    "more",
    "load_more",
    "comments",
    "by",
    "on",
    "said",
    "reply",
    "leave",
    "minutes",
    "ago",
    "welcome",
    "imprint",
]


def _labels(*words: str) -> dict[str, str]:
    return dict(zip(_KEYS, words, strict=True))


ENGLISH = Language(
    (
        "In the {0} we {4} the {3} {1} that was behind the {2}.",
        "Nobody had {4} a {3} {0} before, and so the {1} was left with the {2} for a while.",
        "It was a {3} {0}, but the {1} had been {4} and there was no {2} to be had.",
        "When the {0} came, they {4} what was left of the {1}; the {2} stayed {3}.",
        "I do not know who {4} the {0}, yet the {1} is {3} and the {2} is not.",
        "My {0} is {3}, says the woman with the {1}, and everyone has {4} a {2} at some time.",
    ),
    ("sieve", "pump", "boiler", "kettle", "garden", "ladder", "timber", "window", "handle", "copper", "valve", "lemon",
     "cellar", "neighbour", "camera", "harvest", "barrel", "engine", "tractor", "gravel", "orchard", "candle", "carpet",
     "bucket", "hammer", "chisel", "drawer", "hinge", "market", "village", "river", "bridge", "meadow", "lantern"),
    ("old", "wooden", "green", "heavy", "empty", "broken", "small", "warm", "borrowed", "narrow"),
    ("found", "mended", "painted", "carried", "sold", "moved", "cleaned", "opened", "measured", "forgot", "bought"),
    ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
     "December"),
    "{month} {d}, {y}",
    "%Y-%m-%d %H:%M",
    ("Anna Berg", "Bertram Hale", "Carla Dunn", "Dora Finch", "Emil Grant", "Frida Holt", "Gus Ibsen", "Hettie Jones",
     "ivo_k", "Joan Lyle", "K. Marsh", "Lou", "Mabel North", "Ned"),
    _labels("Home", "About", "Contact", "Blog", "Archive", "Categories", "Tags", "Search", "Log in", "Print", "Share",
            "You may also like", "Recent posts", "Recent comments", "Older posts", "Newer posts", "Next", "Previous",
            "Read more", "Load more", "comments", "by", "on", "says", "Reply", "Leave a comment", "min read",
            "{} years ago", "Welcome", "Imprint"),
)  # fmt: skip
GERMAN = Language(
    (
        "Beim {0} haben wir {1} und {2} {4}, und das war nicht {3}.",
        "Niemand hatte {0} oder {1} {4}, aber mit dem {2} ist es {3} geblieben.",
        "Ich weiß nicht, wer {0} und {1} {4} hat; {2} war jedenfalls {3}.",
        "Als der {0} kam, wurde {1} {4}, obwohl {2} noch ganz {3} war.",
        "Für {0} braucht man {1} und etwas Zeit, sagt meine Mutter, die {2} {4} hat: so {3} ist das.",
    ),
    ("Garten", "Leiter", "Brunnen", "Fenster", "Kessel", "Mühle", "Werkstatt", "Ofen", "Wiese", "Brücke", "Keller",
     "Schrank", "Nachbar", "Markt", "Apfel", "Kutsche", "Lampe", "Hammer", "Teppich", "Kerze", "Scheune", "Acker",
     "Pumpe", "Schlüssel", "Kamera", "Bohne", "Traktor", "Kupfer", "Schublade", "Laterne"),
    ("alt", "schwer", "grün", "leer", "klein", "warm", "geliehen", "schmal"),
    ("gefunden", "geflickt", "gestrichen", "getragen", "verkauft", "geöffnet", "gemessen", "vergessen"),
    ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
     "Dezember"),
    "{d}. {month} {y}",
    "%d.%m.%Y %H:%M",
    ("Jürgen Maß", "Anke Thiel", "Lutz Bäumer", "Ute Krämer", "Sönke Voß", "Heike Lang", "Dörte Ahl", "Bernd",
     "kalle77", "Rita Sommer", "Olaf Wenz", "Petra", "Timo Grün", "Vera Holm"),
    _labels("Startseite", "Über mich", "Kontakt", "Blog", "Archiv", "Kategorien", "Schlagwörter", "Suche", "Anmelden",
            "Drucken", "Teilen", "Das könnte dich auch interessieren", "Neueste Beiträge", "Neueste Kommentare",
            "Ältere Beiträge", "Neuere Beiträge", "Weiter", "Zurück", "Weiterlesen", "Mehr laden", "Kommentare", "von",
            "am", "sagt", "Antworten", "Schreibe einen Kommentar", "Min. Lesezeit", "vor {} Jahren", "Willkommen",
            "Impressum"),
)  # fmt: skip
FRENCH = Language(
    (
        "Dans le {0}, nous avons {4} le {1} qui restait près du {2}, bien {3}.",
        "Personne n'avait {4} ce {0}, et le {1} est resté {3} avec le {2}.",
        "Je ne sais pas qui a {4} le {0} ; le {1} est {3}, le {2} ne l'est pas.",
        "Quand le {0} est arrivé, on a {4} ce qui restait du {1}, et le {2} était {3}.",
        "Pour un {0}, il faut un {1} et du temps, dit ma mère, qui a {4} un {2} {3}.",
    ),
    ("jardin", "puits", "chemin", "moulin", "panier", "couteau", "tableau", "marteau", "tiroir", "marché", "village",
     "pont", "verger", "tapis", "tonneau", "moteur", "voisin", "cellier", "bateau", "livre", "manteau", "cuivre",
     "citron", "robinet", "escalier", "fourneau", "grenier", "vélo", "cahier", "fromage"),
    ("vieux", "lourd", "vert", "vide", "petit", "chaud", "prêté", "étroit"),
    ("trouvé", "réparé", "peint", "porté", "vendu", "ouvert", "mesuré", "oublié"),
    ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
     "décembre"),
    "{d} {month} {y}",
    "%d/%m/%Y %H:%M",
    ("Hélène Roux", "Yves Garnier", "Chloé Petit", "Luc Moreau", "Inès Blanc", "Rémi Faure", "Zoé", "Paul Lemaître",
     "titi42", "Odile Noir", "Marc", "Sophie Brun", "Théo Gal", "Anaïs Roy"),
    _labels("Accueil", "À propos", "Contact", "Blog", "Archives", "Catégories", "Étiquettes", "Rechercher", "Connexion",
            "Imprimer", "Partager", "À lire aussi", "Articles récents", "Commentaires récents", "Articles plus anciens",
            "Articles plus récents", "Suivant", "Précédent", "Lire la suite", "Afficher plus", "commentaires", "par",
            "le", "a dit", "Répondre", "Laisser un commentaire", "min de lecture", "il y a {} ans", "Bienvenue",
            "Mentions légales"),
)  # fmt: skip
SPANISH = Language(
    (
        "En el {0} hemos {4} el {1} que estaba detrás del {2}, muy {3}.",
        "Nadie había {4} ese {0}, y el {1} se quedó {3} con el {2}.",
        "No sé quién ha {4} el {0}; el {1} está {3} y el {2} no.",
        "Cuando llegó el {0}, habían {4} lo que quedaba del {1}, y el {2} seguía {3}.",
        "Para un {0} hace falta un {1} y tiempo, dice mi madre, que ha {4} un {2} {3}.",
    ),
    ("jardín", "pozo", "camino", "molino", "cesto", "cuchillo", "cuadro", "martillo", "cajón", "mercado", "pueblo",
     "puente", "huerto", "tapiz", "barril", "motor", "vecino", "sótano", "barco", "libro", "abrigo", "cobre", "limón",
     "grifo", "horno", "desván", "cuaderno", "queso", "farol", "tejado"),
    ("viejo", "pesado", "verde", "vacío", "pequeño", "tibio", "prestado", "estrecho"),
    ("encontrado", "arreglado", "pintado", "llevado", "vendido", "abierto", "medido", "olvidado"),
    ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
     "diciembre"),
    "{d} de {month} de {y}",
    "%d/%m/%Y %H:%M",
    ("Lucía Peña", "Íñigo Ruiz", "Marta Gil", "Pablo Vega", "Nuria Soto", "Andrés Cano", "Sole", "Tomás Ibáñez",
     "pepe_9", "Irene Mora", "Hugo", "Alba Ríos", "Joaquín Sanz", "Rosa Vidal"),
    _labels("Inicio", "Sobre mí", "Contacto", "Blog", "Archivo", "Categorías", "Etiquetas", "Buscar", "Entrar",
            "Imprimir", "Compartir", "También te puede gustar", "Entradas recientes", "Comentarios recientes",
            "Entradas antiguas", "Entradas más recientes", "Siguiente", "Anterior", "Leer más", "Cargar más",
            "comentarios", "por", "el", "dice", "Responder", "Deja un comentario", "min de lectura", "hace {} años",
            "Bienvenidos", "Aviso legal"),
)  # fmt: skip
LANGUAGES = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
