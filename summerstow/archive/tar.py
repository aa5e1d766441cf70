"""What is taken out of a tar file is data alone, with each Python that there is."""

from __future__ import annotations

import tarfile


def keep_to_data(packed: tarfile.TarFile) -> None:
    """Let it unpack nothing outside of its target, and nothing but files and folders.

    Python 3.11.2, which is Debian 12's, has no such bound, nor an argument that names it: what is
    unpacked there are files that we have packed ourselves.
    """
    bound = getattr(tarfile, "data_filter", None)
    if bound is not None:
        packed.extraction_filter = bound
