"""Where the signing keys come from, and how a wrong setting is refused."""

from __future__ import annotations

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey, RSAKey

from summerstow.platform.auth.tokens.access_tokens import AccessTokens, TokenError
from summerstow.platform.auth.tokens.keys import SIGNING_KEY_PATH, load_keys
from summerstow.platform.settings.model import SettingsError
from tests.auth.conftest import make_settings


def test_the_first_start_makes_a_key_that_later_starts_and_other_processes_share(
    tmp_path: Path,
) -> None:
    settings = make_settings(tmp_path)
    with ThreadPoolExecutor(4) as starts:
        keys = list(starts.map(lambda _: load_keys(settings), range(4)))
    assert len({one.current().signing.kid for one in keys}) == 1
    kept = settings.data_dir / SIGNING_KEY_PATH
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert AccessTokens(keys[0]).verify(AccessTokens(keys[1]).sign({"sub": "x"})) == {"sub": "x"}
    assert keys[0].current().secrets == keys[1].current().secrets


def test_given_keys_all_verify_and_the_first_signs(tmp_path: Path) -> None:
    old = RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)
    new = ECKey.generate_key("P-256", auto_kid=True).as_dict(private=True)
    path = tmp_path / "keys.json"
    path.write_text(json.dumps([old]))
    running = load_keys(make_settings(tmp_path, signing_keys=str(path)))
    token = AccessTokens(running).sign({"sub": "x"})
    path.write_text(json.dumps([new, old]))
    after = load_keys(make_settings(tmp_path, signing_keys=str(path)))
    assert AccessTokens(after).verify(token) == {"sub": "x"}
    assert after.current().signing.kid == new["kid"]
    assert [one["alg"] for one in after.jwks()["keys"]] == ["ES256", "RS256"]
    assert not any({"d", "p", "q", "dp", "dq", "qi"} & set(one) for one in after.jwks()["keys"])
    assert after.matches(running.keyed_hash(b"x"), b"x")
    # A running worker looks at the file again before it refuses a key that it does not know.
    assert AccessTokens(running).verify(AccessTokens(after).sign({"sub": "x"})) == {"sub": "x"}
    other = load_keys(make_settings(tmp_path / "of another product"))
    with pytest.raises(TokenError):
        AccessTokens(running).verify(AccessTokens(other).sign({"sub": "x"}))


def test_a_file_that_breaks_while_we_run_changes_nothing(tmp_path: Path) -> None:
    settings = make_settings(tmp_path)
    keys = load_keys(settings)
    before = keys.current()
    (settings.data_dir / SIGNING_KEY_PATH).write_text("[")
    assert keys.current(look=True) is before
    (settings.data_dir / SIGNING_KEY_PATH).unlink()
    assert keys.current(look=True) is before


def test_a_published_key_is_never_taken_for_a_shared_secret(tmp_path: Path) -> None:
    keys = load_keys(make_settings(tmp_path))
    public = json.dumps(keys.jwks()["keys"][0])
    forged = jwt.encode(
        {"alg": "HS256", "kid": keys.current().signing.kid}, {"sub": "x"}, OctKey.import_key(public)
    )
    with pytest.raises(TokenError) as refused:
        AccessTokens(keys).verify(forged)
    assert refused.value.fault == "algorithm"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "[1]",
        '[{"kty": "oct", "k": "abc"}]',
        '[{"kty": "EC"}]',
        json.dumps([ECKey.generate_key("P-256").as_dict(private=False)]),
        json.dumps([ECKey.generate_key("P-384").as_dict(private=True)]),
    ],
)
def test_keys_that_cannot_sign_stop_the_start(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text)
    with pytest.raises(SettingsError, match="SUMMERSTOW_SIGNING_KEYS"):
        load_keys(make_settings(tmp_path, signing_keys=str(path)))


def test_a_missing_file_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="SUMMERSTOW_SIGNING_KEYS"):
        load_keys(make_settings(tmp_path, signing_keys=str(tmp_path / "none.json")))
