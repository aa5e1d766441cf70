"""Why a link and digits are sent: their token, their message, what they end in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Purpose:
    """`kind` of the token, `type` in the link (None: digits alone), the message's `template`,
    `method` of the session that a PKCE flow ends in."""

    kind: str
    template: str
    type: str | None = None
    method: str = "otp"
    by_text: bool = False


CONFIRMATION: Final = Purpose("confirmation", "confirm_signup", "signup", "email/signup")
INVITATION: Final = Purpose("confirmation", "invite", "invite", "invite")
MAGIC_LINK: Final = Purpose("recovery", "magic_link", "magiclink", "magiclink")
RECOVERY: Final = Purpose("recovery", "recovery", "recovery", "recovery")
EMAIL_CHANGE_CURRENT: Final = Purpose(
    "email_change_current", "email_change_current", "email_change", "email_change"
)
EMAIL_CHANGE_NEW: Final = Purpose(
    "email_change_new", "email_change_new", "email_change", "email_change"
)
REAUTHENTICATION: Final = Purpose("reauthentication", "reauthentication")
REAUTHENTICATION_TEXT: Final = Purpose("reauthentication", "code_text", by_text=True)
PHONE_CONFIRMATION: Final = Purpose("phone_confirmation", "code_text", by_text=True)
PHONE_CHANGE: Final = Purpose("phone_change", "phone_change_text", by_text=True)

#: The kinds of token that a `type` of the wire may stand for, in the order in which they are tried.
KINDS: Final[dict[str, tuple[str, ...]]] = {
    "signup": ("confirmation",),
    "invite": ("confirmation",),
    "magiclink": ("recovery",),
    "recovery": ("recovery",),
    "email": ("confirmation", "recovery"),
    "email_change": ("email_change_current", "email_change_new"),
    "sms": ("phone_confirmation",),
    "phone_change": ("phone_change",),
}
#: The types whose digits come by text message, which holds no link.
TEXT_TYPES: Final = frozenset({"sms", "phone_change"})
