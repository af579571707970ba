"""page/kernel.wat -> page/kernel.js: `python -m microscope.kernel`.

The text is compiled by wasmtime, which the extra `test` installs.
"""

import base64
from pathlib import Path

PAGE = Path(__file__).with_name("page")


def kernel_js() -> str:
    """The module kernel.js, made from the text of the loops."""
    import wasmtime

    code = wasmtime.wat2wasm((PAGE / "kernel.wat").read_text(encoding="utf-8"))
    packed = base64.b64encode(code).decode()
    command = "python -m microscope.kernel"
    return (
        f"// kernel.wat as {len(code)} bytes, made by `{command}`.\n"
        f'export const KERNEL =\n  "{packed}";\n'
    )


if __name__ == "__main__":
    (PAGE / "kernel.js").write_text(kernel_js(), encoding="utf-8")
