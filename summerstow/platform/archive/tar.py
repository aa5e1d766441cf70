"""Unpack tar files safely with every supported Python."""

from __future__ import annotations

import tarfile


def keep_to_data(packed: tarfile.TarFile) -> None:
    """Restrict unpacking to files and folders inside the target.

    Debian 12's Python 3.11.2 has no such filter; it unpacks only files that we packed.
    """
    bound = getattr(tarfile, "data_filter", None)
    if bound is not None:
        packed.extraction_filter = bound
