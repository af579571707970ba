# Runs first in every kernel that builds or tests a notebook (build.py copies it into the kernel's
# start-up folder). It shuts the network, so that a chapter that needs it fails here and not at a
# reader's desk, and notes which files of the course are opened, so that the builder knows when
# the notebook has to be run again.
def _start() -> None:
    import os
    import sys
    from pathlib import Path
    from typing import Any

    root = Path(os.environ["ELMO_LITE_BUILD"])
    opened: set[str] = set()

    def watch(event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(args[0], str | os.PathLike):
            if not str(args[0]).endswith(".py"):  # code counts when it is imported
                opened.add(os.path.abspath(args[0]))
        elif event in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
            address = args[0] if event == "socket.getaddrinfo" else args[1]
            host = address[0] if isinstance(address, tuple) else address
            if host not in ("127.0.0.1", "::1", "localhost", None):
                raise OSError(f"The network is shut while notebooks are built: no way to {host}.")

    def used_files() -> list[str]:
        """Files of the course that were opened or imported, as paths below its folder."""
        modules = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
        names = set()
        for path in opened | {str(name) for name in modules if name}:
            parts = Path(path).parts[len(root.parts) :]
            inside = Path(path).is_relative_to(root) and Path(path).is_file()
            hidden = any(p.startswith((".", "__pycache__")) or p == "site-packages" for p in parts)
            if inside and not hidden:
                names.add("/".join(parts))
        return sorted(names)

    def megabytes() -> int:
        """The most memory that this kernel has had so far."""
        import resource  # not on Windows, where nobody measures

        unit = 2**20 if sys.platform == "darwin" else 2**10
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit

    sys.addaudithook(watch)
    sys.modules["kernel_startup"] = type(sys)("kernel_startup")
    sys.modules["kernel_startup"].used_files = used_files  # type: ignore[attr-defined]
    sys.modules["kernel_startup"].megabytes = megabytes  # type: ignore[attr-defined]


_start()
del _start
