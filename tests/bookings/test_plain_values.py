"""What nearly everybody writes is read without the libraries, which say the same of it."""

from __future__ import annotations

import phonenumbers
import pytest
from email_validator import EmailNotValidError, validate_email

from summerstow.platform import phones
from summerstow.platform.errors import Invalid
from summerstow.platform.text import check_email

DIGITS = ("6045550123", "2001112222", "9998887777", "1604555012", "0604555012")
FORMS = (
    "{0}{1}{2}", "{0}-{1}-{2}", "({0}) {1}-{2}", "+1 {0} {1} {2}", "1{0}{1}{2}", "1-{0}-{1}-{2}",
    "+1({0}){1}{2}", "{0}.{1}.{2}", "1 ({0}) {1} {2}", "+1.{0}.{1}.{2}", " {0} {1} {2} ",
)  # fmt: skip
LOCALS = (
    "mina", "mina.park", "a..b", ".a", "a.", "a+b", "x" * 64, "x" * 65, "-a", "é", "a b", '"a"',
    "a'b", "", "a@b", "a\n", "A.B", "x" * 63 + ".y",
)  # fmt: skip
DOMAINS = (
    "gmail.com", "Mail.UToronto.ca", "localhost", "test", "x.test", "x.local", "-a.com", "a..com",
    "com", "a.com.", "1.2.3.4", "[1.2.3.4]", "exämple.com", "xn--exmple-cua.com", "a_b.com",
    "b" * 64 + ".com", ".".join(["b" * 49] * 5) + ".com", "x.onion", "a.123",
)  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_number_is_kept_as_its_plan_reads_it(form: str) -> None:
    for digits in DIGITS:
        typed = form.format(digits[:3], digits[3:6], digits[6:])
        parsed = phonenumbers.parse(typed, "CA")
        if phonenumbers.is_possible_number(parsed):
            e164 = phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
            assert phones.stored(typed) == e164


@pytest.mark.parametrize("domain", DOMAINS)
def test_an_address_is_taken_where_mail_could_be_sent_to_it(domain: str) -> None:
    for local in LOCALS:
        address = f"{local}@{domain}"
        try:
            known = validate_email(
                address, allow_smtputf8=False, check_deliverability=False, test_environment=True
            )
        except EmailNotValidError:
            with pytest.raises(Invalid):
                check_email(address)
        else:
            assert check_email(address) == (known.ascii_email or "").lower()
