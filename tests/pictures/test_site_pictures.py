"""Who chooses pictures of the site, who sees them, what is left of them (rule: site-pictures)."""

from __future__ import annotations

import io
from uuid import uuid4

import pytest
from PIL import Image

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import Invalid
from summerstow.platform.files.pictures import vector
from summerstow.platform.files.pictures.queries import delete_unused
from tests.people import person

from .files_app import FilesApp, picture

_DRAWING = b"""<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="alert(1)">
<script>alert(1)</script><style>path{}</style>
<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
<path d="M0 0h5v5z" fill="url(#a)" style="fill:red"/>
<a href="javascript:alert(1)"><rect width="3" height="3" fill="url(http://a.test/b)"/></a>
<image href="http://a.test/c.png"/><foreignObject><p onclick="alert(1)">x</p></foreignObject>
</svg>"""
_CLEANED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">'
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"></stop>'
    "</linearGradient></defs>"
    '<path d="M0 0h5v5z" fill="url(#a)"></path><rect width="3" height="3"></rect></svg>'
)


@pytest.fixture
def app(database: Database) -> FilesApp:
    """Both applications on the module's database."""
    return FilesApp(database)


def _clear() -> bytes:
    out = io.BytesIO()
    Image.new("RGBA", (900, 300), (255, 0, 0, 0)).save(out, "PNG")
    return out.getvalue()


async def test_everybody_sees_a_logo_that_an_executive_chose(app: FilesApp) -> None:
    ada = await person(app.database, "executive")
    one = uuid4()
    sent = await app.send(ada, _clear(), picture_id=one, kind="logo")
    assert (sent.status_code, sent.json()["media_type"]) == (201, "image/png")
    # It stays clear where it was, and is no larger than a page needs.
    shown = await app.get(None, f"{one}.png")
    assert shown.headers["cache-control"] == "public, max-age=31536000, immutable"
    with Image.open(io.BytesIO(shown.content)) as image:
        assert (image.size, image.getchannel("A").getextrema()) == ((512, 171), (0, 0))
    again = await app.send(ada, _clear(), picture_id=one, kind="logo")
    assert again.status_code == 200
    async with app.database.owner() as tx:
        await delete_unused(tx, clock.now())
        # It is the site's, and stays when the account of who chose it goes.
        await tx.execute("delete from public.users where id = $1", ada.id)
    assert (await app.get(None, f"{one}.png")).status_code == 200


async def test_only_executives_choose_pictures_of_the_site(app: FilesApp) -> None:
    for role in ("customer", "worker", "admin"):
        who = await person(app.database, role)
        for kind in ("logo", "campus"):
            refused = await app.send(who, picture("PNG"), kind=kind)
            assert refused.status_code == 403, (role, kind)
    # Other pictures stay private.
    mina = await person(app.database)
    own = uuid4()
    assert (await app.send(mina, picture(), picture_id=own)).status_code == 201
    assert (await app.get(None, str(own))).status_code == 401


async def test_a_campus_has_a_photo(app: FilesApp) -> None:
    ada = await person(app.database, "executive")
    sent = await app.send(ada, picture("WEBP", (2000, 1000)), kind="campus")
    assert (sent.json()["media_type"], sent.json()["width"]) == ("image/jpeg", 1200)
    drawing = await app.send(ada, _DRAWING, kind="campus")
    assert drawing.status_code == 415


async def test_of_a_drawing_only_shapes_stay(app: FilesApp) -> None:
    ada = await person(app.database, "executive")
    one = uuid4()
    sent = await app.send(ada, _DRAWING, picture_id=one, kind="logo")
    assert sent.json()["media_type"] == "image/svg+xml"
    shown = await app.get(None, f"{one}.svg")
    assert shown.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert "".join(shown.text.split("\n")) == _CLEANED


@pytest.mark.parametrize(
    "body",
    [
        b"<svg></svg>",
        b"<svg>\xff</svg>",
        b"<svg><text>Boxes</text></svg>",
        b"<svg>" + b" " * 200_001,
    ],
)
def test_a_drawing_without_shapes_is_refused(body: bytes) -> None:
    with pytest.raises(Invalid):
        vector.cleaned(body)
