"""The environment that child processes of set-up and tests get."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

PRODUCT_SETTINGS = (
    "DATABASE_URL",
    "GOOGLE_",
    "HOST",
    "PORT",
    "SMTP_URL",
    "STRIPE_",
    "SUMMERSTOW_",
    "WEB_CONCURRENCY",
)


def cache_folder(root: Path) -> Path:
    """Return where downloads and a stand-in home go when the user has no home of their own."""
    return root / ".venv" / ".cache"


def has_home(env: Mapping[str, str]) -> bool:
    """Tell whether HOME is named, there, and may be written."""
    home = env.get("HOME", "")
    return bool(home) and Path(home).is_dir() and os.access(home, os.W_OK | os.X_OK)


def for_children(root: Path, env: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for pip, npm and the tests: quiet, and not bent by a user's set-up.

    The environment's own bin comes first, so that a Node put there with pip is the one in use.
    Without a writable HOME a stand-in under .venv/.cache is made and used.
    """
    child = {
        name: value
        for name, value in env.items()
        if name not in {"PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "NODE_ENV"}
    }
    child |= {
        "PATH": f"{root / '.venv' / 'bin'}{os.pathsep}{env.get('PATH', os.defpath)}",
        "PIP_USER": "0",
        "PIP_REQUIRE_VIRTUALENV": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1",
        "npm_config_audit": "false",
        "npm_config_fund": "false",
        "npm_config_update_notifier": "false",
    }
    if not has_home(env):
        home = cache_folder(root) / "home"
        home.mkdir(parents=True, exist_ok=True)
        child |= {
            "HOME": str(home),
            "XDG_CACHE_HOME": str(cache_folder(root)),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "PIP_CACHE_DIR": str(cache_folder(root) / "pip"),
            "npm_config_cache": str(cache_folder(root) / "npm"),
        }
    return child


def for_tests(root: Path, env: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for test suites: no setting of a running copy reaches them.

    Otherwise a developer's SUMMERSTOW_DATA_DIR, PORT or DATABASE_URL would be tested upon
    (TEST_DATABASE_URL is for that).
    """
    return {
        name: value
        for name, value in for_children(root, env).items()
        if not is_product_setting(name)
    }


def is_product_setting(name: str) -> bool:
    """Tell whether a variable configures the product (exact names, or a family ending in _)."""
    return any(
        name.startswith(known) if known.endswith("_") else name == known
        for known in PRODUCT_SETTINGS
    )
