"""What staff read of customers is noted in the audit log, command by command."""

from __future__ import annotations

from pathlib import Path

from summerstow import app
from summerstow.platform.roles import VISITORS
from tests.auth.conftest import make_settings

#: Commands that staff read, and that hold nothing of a customer.
ABOUT_NOBODY = {
    "preview_staff_fee",
    "space_used",
    "items_in_keeping",
    "stocktakes_waiting",
    "fees_of_terms",
    "crew_members",
    "crew_availability",
    "crew_load",
    "crew_hours",
    "refused_devices",
    "season_overview",
    "staff_list",
    "first_steps",
    "settings_section",
    "sample_prices",
    "preview_text",
    "season_effects",
    "newest_archive",
    "season_close",
    "message_kinds",
    "preview_message",
    "preview_places",
    "booked_days",
    "saved_views",
    "closed_days",
    "api_keys",
    "calendar_feeds",
    "text_channel",
    "webhooks",
    "webhook_deliveries",
    "imports",
}


def test_every_read_of_staff_is_noted_or_about_nobody(tmp_path: Path) -> None:
    known = app.commands(make_settings(tmp_path)).values()
    reads = [one for one in known if one.read_only and not one.roles & VISITORS]
    unnoted = {one.name for one in reads if not one.reads_customers}
    assert unnoted <= ABOUT_NOBODY
