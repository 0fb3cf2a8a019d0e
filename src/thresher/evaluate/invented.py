"""Application types that nobody uses, with detection patterns that look like real ones: to see what many types cost."""

import random
from collections.abc import Callable

SYLLABLES = (
    "ba", "cor", "dex", "el", "flu", "gra", "hub", "ion", "jet", "kol", "lum", "mer", "nex", "orb", "pix", "quo", "ris",
    "sol", "tra", "ume", "vex", "wal", "xen", "yot", "zen", "press", "board", "wiki", "blog", "talk", "page", "site",
    "news", "shop", "cart", "forum", "cms",
)  # fmt: skip
_ENDINGS = (".js", ".min.js", "/core.js", "_global.js")
_FORMS: tuple[Callable[[str, random.Random], str], ...] = (
    lambda name, chance: f"meta[@name='generator'][contains(@content, '{name.title()} {chance.randint(1, 9)}.')]",
    lambda name, _: f"meta[@name='generator'][contains(@content, '{name.title()}')]",
    lambda name, chance: f"script[contains(@src, '{name}{chance.choice(_ENDINGS)}')]",
    lambda name, chance: f"link[contains(@href, '/{name}/{chance.choice(('themes', 'assets', 'css'))}')]",
    lambda name, chance: f"cookie[contains(@name, '{name}{chance.choice(('_sid', '_session', '_token'))}')]",
    lambda name, _: f"header[@name='x-powered-by'][contains(@value, '{name.title()}')]",
    lambda name, chance: f"body[@class~='{name}-{chance.choice(('theme', 'app', 'main'))}']",
    lambda name, chance: f"div[@id='{name}{chance.choice(('_wrapper', '-root', 'Container'))}']",
    lambda name, chance: f"a[contains(@href, '{name}.{chance.choice(('org', 'com', 'net'))}')]",
    lambda name, _: f"a[contains(., 'Powered by {name.title()}')]",
)


def invented_types(count: int, seed: int = 1) -> list[tuple[str, str]]:
    """`count` types of one to three patterns each, as (type, pattern) pairs; the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 -- repeatable, not secret
    found: list[tuple[str, str]] = []
    for number in range(count):
        name = "".join(chance.sample(SYLLABLES, chance.randint(3, 4)))
        forms = chance.sample(_FORMS, chance.randint(1, 3))
        found += [(f"invented-{number}", form(name, chance)) for form in forms]
    return found
