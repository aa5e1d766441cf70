"""Who the business is and how customers reach it."""

from __future__ import annotations

from typing import Final

import msgspec

from summerstow import facts

SHIPPED_ACCENT: Final = "#f9cb2e"
#: Top-level domains that no mail can reach (RFC 2606).
_RESERVED_DOMAINS: Final = (".test", ".example", ".invalid", ".localhost")
#: The digits of Canada Revenue Agency's sample business number.
_SAMPLE_TAX_NUMBER: Final = "123456789"
#: 555-0100 to 555-0199 are reserved for fiction.
_FICTION_EXCHANGE: Final = "555-01"


class SocialLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page of the business elsewhere."""

    label: str
    url: str


class Business(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who the business is and how to reach it; an empty address means the one of `email`.

    Logos are names of files below /files, `accent` is `#rrggbb`; empty, they are the shipped ones.
    """

    name: str
    legal_name: str
    logo: str
    logo_dark: str
    accent: str
    email: str
    sender_email: str
    etransfer_email: str
    phone: str
    address: facts.Address
    tax_number: str
    hours: str
    hours_note: str
    social: tuple[SocialLink, ...]
    review_url: str
    #: Hours within which the office answers a message of a customer.
    answer_hours: int = 24
    #: How many customers of a campus may collect items in one window.
    collections_per_window: int = 6
    #: How a bank outside Canada pays, in lines; empty: by card alone.
    foreign_transfer: str = ""

    @property
    def foreign_transfer_line(self) -> str:
        """`foreign_transfer` as one line."""
        return ", ".join(line.strip() for line in self.foreign_transfer.splitlines() if line)

    @property
    def sender(self) -> str:
        """The address that mail leaves from."""
        return self.sender_email or self.email

    @property
    def pay_to(self) -> str:
        """The address that takes Interac e-Transfers."""
        return self.etransfer_email or self.email

    @property
    def placeholders(self) -> tuple[str, ...]:
        """The fields that are still as shipped; no real invoice leaves with them."""
        wrong = {
            "email": self.email.lower().endswith(_RESERVED_DOMAINS),
            "sender_email": self.sender_email.lower().endswith(_RESERVED_DOMAINS),
            "etransfer_email": self.etransfer_email.lower().endswith(_RESERVED_DOMAINS),
            "phone": _FICTION_EXCHANGE in self.phone,
            "tax_number": self.tax_number.replace(" ", "").startswith(_SAMPLE_TAX_NUMBER),
        }
        return tuple(field for field, is_wrong in wrong.items() if is_wrong)

    @property
    def colour(self) -> str:
        """The colour of what is to be pressed, as `#rrggbb`."""
        return self.accent or SHIPPED_ACCENT

    @property
    def reach_us(self) -> str:
        """How a sentence ends that sends a customer to us."""
        return f"call {self.phone} or write to {self.email}"
