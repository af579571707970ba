"""What axe-core finds wrong on a page that a browser shows: names, roles, contrast (WCAG A, AA)."""

import pytest

OPTIONS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]},
    "resultTypes": ["violations"],
}
# A colour on its way to another is neither of the two; a theme fades into the dark one.
SETTLED = """() => Promise.race([
    Promise.all(document.getAnimations().map(each => each.finished.catch(() => 0))),
    new Promise(done => setTimeout(done, 3000)),
]).then(() => 0)"""


def problems(page):
    """One line for each element that breaks a rule; [] for a page that everybody can use."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page.evaluate(SETTLED)
    found = axe.run(page, options=OPTIONS).response["violations"]
    return [f"{v['id']} {n['target']}: {n['html'][:100]}" for v in found for n in v["nodes"]]
