"""Settings by `POST /rest/v1/rpc/{command}`: draft, publish (rule: settings-published)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from typing import Annotated, Any, Final

import msgspec

from summerstow.billing.pricing import queries as price_queries
from summerstow.platform import clock
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.roles import EXECUTIVES

from . import campuses, messages, prices, queries, season, sections, taxes
from .page_texts import agreed
from .page_texts import commands as page_texts
from .problems import FieldProblem
from .rendering.preview import PREVIEW
from .sections import Section


class OneSection(msgspec.Struct, forbid_unknown_fields=True):
    """A section by its name."""

    section: Section


class SaveDraft(msgspec.Struct, forbid_unknown_fields=True):
    """A section's whole document; `revision` is that of the draft on the screen, 0 for none."""

    section: Section
    document: dict[str, Any]
    revision: int


class SeenDraft(msgspec.Struct, forbid_unknown_fields=True):
    """The draft on the screen."""

    section: Section
    revision: int


class PublishDraft(msgspec.Struct, forbid_unknown_fields=True):
    """The draft on the screen, and the campus-local day from which it holds (today at once)."""

    section: Section
    revision: int
    day: date | None = None
    note: Annotated[str, msgspec.Meta(max_length=300)] = ""


class OneVersion(msgspec.Struct, forbid_unknown_fields=True):
    """A version of a section."""

    section: Section
    version: int


class SectionShown(msgspec.Struct, frozen=True):
    """A section: what holds today, what is being worked on, what was and will be published.

    `problems` are those of the draft, or of what holds where there is none.
    """

    section: Section
    today: date
    current: int
    document: dict[str, Any]
    draft: queries.SettingsDraft | None
    problems: list[FieldProblem]
    history: list[queries.SettingsVersion]
    failed_renders: list[queries.FailedRender]


async def settings_section(tx: ElevatedTransaction, arguments: OneSection) -> SectionShown:
    """Return a section of the settings."""
    section, today = arguments.section, clock.today()
    history = await queries.history(tx, section)
    current = next(one.id for one in history if one.valid_from <= today)
    document = await queries.document(tx, section, current)
    draft = await queries.draft(tx, section)
    shown = draft.document if draft else document
    return SectionShown(
        section,
        today,
        current,
        document or {},
        draft,
        sections.problems(section, shown),
        history,
        await queries.failed_renders(tx),
    )


async def sample_prices(
    tx: ElevatedTransaction, arguments: NoArguments
) -> list[prices.SamplePrice]:
    """Return what customers pay a month today and by the draft; empty without a draft."""
    del arguments
    draft = await queries.draft(tx, "prices")
    if draft is None:
        return []
    shown = await settings_section(tx, OneSection("prices"))
    before, after = (sections.price_document(one) for one in (shown.document, draft.document))
    return prices.samples(before, after)


async def save_settings(tx: ElevatedTransaction, arguments: SaveDraft) -> SectionShown:
    """Keep a draft, complete or not; raises `Conflict` where another executive saved meanwhile."""
    document = sections.normalized(arguments.section, arguments.document)
    await _lock(tx, arguments.section, arguments.revision)
    await queries.save(tx, arguments.section, document, arguments.revision + 1)
    return await settings_section(tx, OneSection(arguments.section))


async def discard_settings(tx: ElevatedTransaction, arguments: SeenDraft) -> SectionShown:
    """Throw the draft away; raises `Conflict` where another executive saved meanwhile."""
    await _lock(tx, arguments.section, arguments.revision)
    await queries.discard(tx, arguments.section)
    return await settings_section(tx, OneSection(arguments.section))


async def restore_settings(tx: ElevatedTransaction, arguments: OneVersion) -> SectionShown:
    """Make an earlier version the draft; raises `Conflict` where there is a draft already."""
    section = arguments.section
    await _lock(tx, section, 0)
    document = await queries.document(tx, section, arguments.version)
    if document is None:
        raise _gone()
    await queries.save(tx, section, sections.normalized(section, document), 1)
    return await settings_section(tx, OneSection(section))


#: What keeps a right document from being published, since something depends on what it changes.
_REFUSALS: Final[Mapping[Section, Callable[[ElevatedTransaction, Any], Awaitable[None]]]] = {
    "campuses": campuses.refuse_missing,
    "season": season.refuse_narrower,
    "taxes": taxes.refuse_rewritten,
}


def commands(on_change: Callable[[], None]) -> tuple[Command, ...]:
    """The commands; `on_change` is called when what is published has changed."""

    async def publish_settings(tx: ElevatedTransaction, arguments: PublishDraft) -> SectionShown:
        """Let the draft hold from a day on; raises `Invalid` while anything in it is wrong."""
        section, today = arguments.section, clock.today()
        draft = await _lock(tx, section, arguments.revision)
        if draft is None:
            raise Conflict("There is no draft to publish.")
        day = arguments.day or today
        if day < today:
            raise Invalid("This day is over. Please choose today or a later day.")
        document = sections.normalized(section, draft.document)
        if found := sections.problems(section, document):
            raise Invalid("Please correct what is marked first.", facts={"problems": found})
        if section == "prices":
            await prices.store(tx, day, sections.price_document(document))
        if refuse := _REFUSALS.get(section):
            await refuse(tx, sections.read(section, document))
        await queries.publish(tx, section, document, day, arguments.note.strip())
        await queries.discard(tx, section)
        tx.after_commit(on_change)
        return await settings_section(tx, OneSection(section))

    async def withdraw_settings(tx: ElevatedTransaction, arguments: OneVersion) -> SectionShown:
        """Take back a version whose day has not come; 404 for any other."""
        section = arguments.section
        day = await queries.withdraw(tx, section, arguments.version, clock.today())
        if day is None:
            raise _gone()
        if section == "prices":
            before = await queries.last_of_day(tx, section, day)
            if before is None:
                await price_queries.remove(tx, day)
            else:
                await prices.store(tx, day, sections.price_document(before))
        tx.after_commit(on_change)
        return await settings_section(tx, OneSection(section))

    return (
        Command(
            "settings_section",
            OneSection,
            settings_section,
            EXECUTIVES,
            read_only=True,
            elevated=True,
        ),
        Command(
            "sample_prices",
            NoArguments,
            sample_prices,
            EXECUTIVES,
            read_only=True,
            elevated=True,
        ),
        *season.COMMANDS,
        *messages.COMMANDS,
        *page_texts.COMMANDS,
        *agreed.COMMANDS,
        PREVIEW,
        Command("save_settings", SaveDraft, save_settings, EXECUTIVES, elevated=True),
        Command("discard_settings", SeenDraft, discard_settings, EXECUTIVES, elevated=True),
        Command("restore_settings", OneVersion, restore_settings, EXECUTIVES, elevated=True),
        Command(
            "publish_settings",
            PublishDraft,
            publish_settings,
            EXECUTIVES,
            recent_factor=True,
            elevated=True,
        ),
        Command("withdraw_settings", OneVersion, withdraw_settings, EXECUTIVES, elevated=True),
    )


async def _lock(
    tx: ElevatedTransaction, section: Section, revision: int
) -> queries.SettingsDraft | None:
    """The draft, if it is the one on the screen; raises `Conflict` otherwise."""
    draft = await queries.locked_draft(tx, section)
    if (draft.revision if draft else 0) == revision:
        return draft
    if draft is None:
        raise Conflict("This draft was published or thrown away meanwhile. Please reload.")
    at = clock.spoken_moment(draft.updated_at)
    raise Conflict(
        f"{draft.updated_by or 'Another executive'} saved this draft on {at}. "
        "Reload to go on from there."
    )


def _gone() -> AppError:
    return AppError("This version is gone.", status=404, code="P0002")
