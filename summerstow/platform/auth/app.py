"""/auth/v1 as one ASGI application."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from ipaddress import ip_network

from summerstow.platform import clock
from summerstow.platform.auth.identity.identifier import Identifier
from summerstow.platform.auth.rate_limits.limits import Limits
from summerstow.platform.auth.tokens.access_tokens import AccessTokens
from summerstow.platform.auth.tokens.factor_secrets import FactorSecrets
from summerstow.platform.auth.tokens.keys import Keys
from summerstow.platform.database.pool import Database
from summerstow.platform.settings.model import Settings

from .context import AuthContext, AuthHooks
from .middleware import AuthMiddleware
from .openid import OpenID
from .passwords import Passwords
from .redirects import Redirects, trusted_origins
from .routes import router


def create_auth(
    settings: Settings,
    database: Database,
    keys: Keys,
    hooks: AuthHooks,
    identifier: Identifier | None = None,
    *,
    now: Callable[[], datetime] = clock.now,
) -> AuthMiddleware:
    """/auth/v1, its prefix left on the path; neither lifespan nor websockets.

    `identifier` is the one that the data API uses: a session that ends here is then refused there
    at once, and otherwise within `identity.BELIEVED` seconds.
    """
    identifier = identifier or Identifier(settings, database, keys)
    context = AuthContext(
        settings=settings,
        database=database,
        keys=keys,
        tokens=AccessTokens(keys, now),
        passwords=Passwords(
            blocklist=settings.password_blocklist,
            # All workers together as many as processors: more would wait for each other.
            threads=max(1, (os.cpu_count() or 1) // settings.web_concurrency),
        ),
        factor_secrets=FactorSecrets(settings),
        limits=Limits(database, now, on=settings.rate_limits),
        redirects=Redirects(settings.site_url, settings.redirect_urls),
        google=OpenID(
            settings.google_issuer,
            [one.strip() for one in settings.google_client_id.split(",") if one.strip()],
            settings.google_client_secret,
            now,
        ),
        identifier=identifier,
        hooks=hooks,
        now=now,
    )
    proxies = [ip_network(one) for one in settings.trusted_proxies]
    origins = trusted_origins(settings.site_url, settings.redirect_urls)
    return AuthMiddleware(router(context), identifier, proxies, origins=origins)
