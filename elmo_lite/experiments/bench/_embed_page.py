"""The numbers of `bench embed` as tables, in docs/embedding.md."""

from elmo_lite.files import ROOT, write_atomically

BEGIN = "<!-- measured: written by `python course.py bench embed` -->"
END = "<!-- end -->"


def table(data):
    """The results as Markdown, for docs/embedding.md."""
    lines = []
    for part, found in data["parts"].items():
        machine = found["machine"]
        noisy = max((row.get("foreign_cores", 0) for row in found["rows"]), default=0)
        lines += [
            f"**{part}**: {machine['processor']}; threads: {machine['threads']}; torch "
            f"{machine['torch']}; medians of {found['rounds']} rounds, {found['clock']} time"
            + (f"; other programs used up to {noisy} cores" if noisy > 0.1 else ""),
            "",
        ]
        lines += table_of_seconds(found) if part == "load" else table_of_speeds(found)
    return "\n".join(lines)


def table_of_seconds(found):
    rows = [f"| {row['way']} | {row['seconds']} |" for row in found["rows"]]
    return ["| weights of the original shape | seconds |", "|---|---|", *rows, ""]


def table_of_speeds(found):
    cells = {(row["way"], row["case"]): row for row in found["rows"]}
    cases = list(dict.fromkeys(row["case"] for row in found["rows"]))
    lines = [f"| | {' | '.join(cases)} |", "|---" * (len(cases) + 1) + "|"]
    for way in dict.fromkeys(row["way"] for row in found["rows"]):
        rows = [cells.get((way, case)) for case in cases]
        shown = [
            f"{row['words_per_second']:,}" + (f" ({row['ratio']} x)" if "ratio" in row else "")
            if row
            else ""
            for row in rows
        ]
        lines.append(f"| {way} | {' | '.join(shown)} |")
    lines += ["", f"| largest difference to {found['against']} | layer 0 | 1 | 2 | least cosine |"]
    lines.append("|---|---|---|---|---|")
    for precision, error in found["differences"].items():
        numbers = [*error["largest_difference"], error["smallest_cosine"]]
        lines.append(f"| {precision} | {' | '.join(map(str, numbers))} |")
    single = cells.get(("float32, warm", "1"))
    if single and "ratio" not in single:
        first = cells["float32, cold", "1"]["ms_per_batch"]
        lines += ["", f"One sentence: {first} ms, and {single['ms_per_batch']} ms if warm."]
    return [*lines, ""]


def write_page(data, page=ROOT / "docs" / "embedding.md"):
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    text = f"{before}{BEGIN}\n{table(data)}{END}{after}"
    write_atomically(page, text.encode())
