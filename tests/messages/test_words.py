"""What each message says: templates for every kind, by mail and by text."""

from __future__ import annotations

import re

import pytest

from summerstow.messages.samples import SAMPLE
from summerstow.platform.outbox.render import render, render_text

LINK = "http://s.test/customer-dashboard"
EVERYTHING: dict[str, object] = SAMPLE | {
    "first_name": "<b>Mina</b>",
    "residence": "Nootka, 2205 Lower Mall",
    "kit_day": None,
    "return_day": None,
    "changes": [{"what": "Phone", "was": "not given", "is_now": "+16045550187"}],
    "address": "1 Main Street",
    "subject": "About your boxes",
    "paragraphs": ["We found a <b>key</b>.", "Is it yours?"],
    "link": LINK,
}
KINDS = (
    "booking_received",
    "booking_confirmed",
    "booking_changed",
    "booking_cancelled",
    "booking_replaced",
    "booking_restored",
    "pickup_moved",
    "pickup_request_refused",
    "pickup_in_two_days",
    "pickup_tomorrow",
    "pickup_address",
    "on_the_way",
    "at_your_door",
    "visit_failed",
    "three_ahead",
    "next_stop",
    "picked_up",
    "return_in_two_days",
    "return_tomorrow",
    "return_on_the_way",
    "return_at_your_door",
    "return_ahead",
    "return_next",
    "delivered",
    "delivery_booked",
    "storage_extended",
    "storage_ends",
    "part_return",
    "delivery_undecided",
    "delivery_quote_sent",
    "delivery_quote_accepted",
    "delivery_quote_withdrawn",
    "staff_message",
    "claim_decided",
    "friend_joined",
    "bundle_joined",
    "bundle_moved",
    "bundle_in_two_days",
    "bundle_tomorrow",
    "bundle_picked_up",
    "bundle_stored_longer",
    "bundle_return",
    "office_answered",
)


@pytest.mark.parametrize("kind", KINDS)
def test_every_message_leads_to_the_booking_as_it_is_now(kind: str) -> None:
    """By mail with a greeting and words as text; by text message in one short paragraph."""
    mail = render(kind, EVERYTHING)
    assert mail.subject
    assert mail.links == [LINK]
    assert f'href="{LINK}"' in mail.html
    assert "<b>Mina" not in mail.html
    assert "(250) 555-0139" in mail.text
    short = render_text(f"{kind}_text", EVERYTHING)
    assert short.text.startswith("Summerstow: ")
    assert short.links == [LINK]
    # Two text messages' length at most, in letters that all phones have.
    assert len(short.text) <= 300
    assert short.text.isascii()
    for words in (mail.text, short.text):
        assert not re.search(r"unsubscribe|offer|discount|refer|PST|PDT|  ", words)


@pytest.mark.parametrize("kind", KINDS)
def test_every_paragraph_of_a_mail_is_a_sentence(kind: str) -> None:
    """It begins with a capital, a figure or a mark of its own, and does not lack its end."""
    mail = render(kind, EVERYTHING | {"first_name": "Mina"})
    for words in (mail.subject, *mail.text.split("\n")):
        assert not words[:1].islower() or words.startswith("http"), words
    for words in mail.text.split("\n\n"):
        assert "None" not in words
        assert "  " not in words


@pytest.mark.parametrize("kind", ["pickup_in_two_days", "pickup_tomorrow", "booking_received"])
def test_one_button_stands_out_and_links_can_be_read_in_the_dark(kind: str) -> None:
    """What is dark by itself stands on yellow; all else has the colour of its surroundings."""
    more = {
        "confirm": LINK,
        "move": LINK,
        "cancel": LINK,
        "give_back": LINK,
        "held_until": "Monday",
    }
    page = render(kind, EVERYTHING | more).html.partition("<body")[2].partition(">")[2]
    links = re.findall(r'<a href="http[^>]+style="([^"]+)"', page)
    assert len(links) > 1
    assert sum("background:#f9cb2e" in style for style in links) == 1
    for style in links:
        assert "color:inherit" in style or "background:#f9cb2e" in style


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"ahead": 1}, "only one stop is before yours"),
        ({"ahead": 2}, "2 stops are before yours"),
    ],
)
def test_three_ahead_counts(changes: dict[str, object], words: str) -> None:
    assert words in render("three_ahead", EVERYTHING | changes).text


def test_somebody_without_a_name_is_greeted_and_times_stay_on_one_line() -> None:
    mail = render("booking_confirmed", EVERYTHING | {"first_name": None})
    assert "Hi there," in mail.text
    unbroken = '<span style="white-space:nowrap">{}</span>'
    for words in ("9:00 AM - 12:00 PM", "(250) 555-0139"):
        assert unbroken.format(words) in mail.html


@pytest.mark.parametrize(
    ("has_account", "leads_to"), [(False, "http://s.test/auth#sign-up"), (True, LINK)]
)
def test_a_guest_s_booking_leads_to_sign_up_and_an_account_s_to_itself(
    has_account: bool, leads_to: str
) -> None:
    """(rule: guest-links)."""
    data = {name: value for name, value in EVERYTHING.items() if name != "account_link"}
    more = {"guest": True, "has_account": has_account, "sign_up": "http://s.test/auth#sign-up"}
    text = render("booking_received", data | more | {"held_until": None, "invite": None}).text
    assert leads_to in text
    assert (LINK in text) is has_account
