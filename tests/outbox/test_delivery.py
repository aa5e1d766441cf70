"""How messages leave when the mail server, the process or the database has its troubles."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from typing import Any

import pytest

from drills.mail_server import MailServer, serving
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.outbox import outbox, queries
from summerstow.platform.outbox import worker as workers
from summerstow.platform.outbox.worker import Worker

PATIENCE = 60
DATA = {"link": "http://s.test/auth/v1/verify?token=abc&type=signup", "code": "123456"}


async def _post(database: Database, cause: str, to: str = "") -> None:
    to = to or f"{cause.replace(':', '.')}@example.test"
    async with database.owner() as tx:
        await outbox.post(tx, cause=cause, kind="confirm_signup", to=to, data=DATA)


async def _row(database: Database, cause: str) -> Any:
    async with database.owner() as tx:
        return await tx.fetchrow("select * from app.outbox where cause = $1", cause)


async def _leases_end(database: Database) -> None:
    """The claims of whoever had one are over, and so is the wait for a late mark."""
    async with database.owner() as tx:
        await tx.execute(
            "update app.outbox set claimed_until = now() - interval '1 s' "
            "where claimed_until is not null"
        )


class Pace:
    """A mail server whose answers come when the test says so."""

    def __init__(self, server: MailServer) -> None:
        self.server = server
        self.asked: asyncio.Queue[str] = asyncio.Queue()
        self.go = asyncio.Event()
        server.before = self.wait

    async def wait(self, verb: str) -> None:
        self.asked.put_nowait(verb)
        await self.go.wait()

    async def hears(self, verb: str) -> None:
        """Wait until somebody has said this."""
        async with asyncio.timeout(PATIENCE):
            while await self.asked.get() != verb:
                pass


async def test_a_slow_server_gets_one_mail_and_holds_up_nobody(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    """While it thinks about each answer, no transaction is open and another's mail leaves."""
    slow = asyncio.Event()
    waits = asyncio.Event()

    async def only_the_first(verb: str) -> None:
        if mail_server.conversations == 1:
            waits.set()
            await slow.wait()

    mail_server.before = only_the_first
    await _post(database, "slow:1")
    worker, other = Worker(database, smtp), Worker(database, smtp)
    assert await worker.step() == 1
    await asyncio.wait_for(waits.wait(), PATIENCE)
    async with database.owner() as tx:
        assert not await tx.fetchval(
            "select count(*) from pg_stat_activity where datname = current_database() "
            "and state = 'idle in transaction' and pid <> pg_backend_pid()"
        )
    row = await _row(database, "slow:1")
    assert (row["attempts"], row["sent_at"]) == (1, None)
    await _post(database, "slow:2")
    assert await other.drain() == 1
    assert await worker.step() == 0
    slow.set()
    await worker.drain()
    assert len(mail_server.received) == 2
    assert (await _row(database, "slow:1"))["sent_at"] is not None


async def test_a_server_without_smtputf8_gets_a_domain_in_ascii(
    database: Database, mail_server: MailServer
) -> None:
    """(rule: reachable-address); what no server takes is given up at once and not tried again."""
    await _post(database, "domain:1", "ana@exämple.test")
    await _post(database, "local:1", "zoë@example.test")
    async with serving(mail_server, utf8=False) as url:
        await Worker(database, url).drain()
    assert [one.rcpt_tos for one in mail_server.received] == [["ana@xn--exmple-cua.test"]]
    row = await _row(database, "local:1")
    assert (row["attempts"], row["sent_at"]) == (1, None)
    assert row["given_up_at"] is not None


async def test_one_deadline_ends_the_whole_conversation(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    """Before the message is handed over nothing is in doubt: it is tried again and arrives."""
    pace = Pace(mail_server)
    await _post(database, "deadline:1")
    await Worker(database, smtp, deadline=0.5).drain()
    row = await _row(database, "deadline:1")
    assert (row["attempts"], row["doubts"], row["given_up_at"]) == (1, 0, None)
    assert "Timeout" in row["last_error"]
    pace.go.set()
    async with database.owner() as tx:
        await queries.retry(tx, [row["id"]])
    await Worker(database, smtp).drain()
    assert len(mail_server.received) == 1


async def test_a_server_that_takes_messages_and_never_answers_gets_each_twice_at_most(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    """Then a person looks: it may have arrived (rule: message-once)."""
    never = asyncio.Event()

    async def silent(verb: str) -> None:
        if verb == "DATA":
            await never.wait()

    mail_server.before = silent
    await _post(database, "silent:1")
    for _ in range(4):
        async with database.owner() as tx:
            await tx.execute("update app.outbox set due_at = now() where cause = 'silent:1'")
        await Worker(database, smtp, deadline=1).drain()
    assert len(mail_server.received) == 2
    ids = {message_from_bytes(one.content)["Message-ID"] for one in mail_server.received}
    assert len(ids) == 1
    row = await _row(database, "silent:1")
    assert row["given_up_at"] is not None
    never.set()


async def test_a_process_that_dies_after_handing_over_repeats_it_once(
    database: Database, mail_server: MailServer, smtp: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends afterwards waits for its lease, and for a mark that may come late."""
    monkeypatch.setattr(workers, "FAREWELL", 0)
    await _post(database, "dies:1")
    for _ in range(3):
        taken = asyncio.Event()

        async def never(tx: Transaction, *marked: object, now: asyncio.Event = taken) -> None:
            now.set()
            await asyncio.Event().wait()

        with monkeypatch.context() as crash:
            crash.setattr(queries, "mark_sent", never)
            worker = Worker(database, smtp)
            if await worker.step():
                await asyncio.wait_for(taken.wait(), PATIENCE)
            await worker.close()
        assert await Worker(database, smtp).drain() == 0, "its lease stands"
        await _leases_end(database)
        assert await Worker(database, smtp).drain() == 0, "a late mark may come"
        await _leases_end(database)
    assert len(mail_server.received) == 2
    row = await _row(database, "dies:1")
    assert (row["doubts"], row["given_up_at"] is not None) == (2, True)


async def test_processes_that_die_before_handing_over_lose_nothing(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    """Between the claim and the first byte nothing can have arrived: no try is a doubt."""
    await _post(database, "early:1")
    for number in range(4):
        async with database.owner() as tx:
            (row,) = await queries.claim(tx, f"gone {number}", "mail", 1, timedelta(0))
            assert row.cause == "early:1"
        await _leases_end(database)
        async with database.owner() as tx:
            await queries.sweep_claims(tx, "mail", timedelta(0), doubts=1, most_doubts=2)
        await _leases_end(database)
        async with database.owner() as tx:
            await tx.execute("update app.outbox set due_at = now() - interval '1 s'")
    row = await _row(database, "early:1")
    assert (row["doubts"], row["given_up_at"]) == (0, None)
    await Worker(database, smtp).drain()
    assert len(mail_server.received) == 1
    assert (await _row(database, "early:1"))["sent_at"] is not None


async def test_a_message_whose_claim_ran_out_is_not_handed_over(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    """Whoever has it now sends it: the late one stops before its first byte."""
    pace = Pace(mail_server)
    await _post(database, "lost:1")
    late = Worker(database, smtp)
    assert await late.step() == 1
    await pace.hears("EHLO")
    async with database.owner() as tx:
        await tx.execute("update app.outbox set claimed_by = 'another' where cause = 'lost:1'")
    pace.go.set()
    await late.drain()
    assert mail_server.received == []
    row = await _row(database, "lost:1")
    assert row["claimed_by"] == "another"
    async with database.owner() as tx:
        await queries.put_back(tx, row["id"], "another", datetime.now(UTC) - timedelta(seconds=1))
    await Worker(database, smtp).drain()
    assert len(mail_server.received) == 1


async def test_a_conversation_that_outlasts_the_lease_keeps_its_message(
    database: Database, mail_server: MailServer, smtp: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The claim is renewed again and again, also once it ran out while the database was away."""
    monkeypatch.setattr(workers, "RENEW_EVERY", 0.05)
    pace = Pace(mail_server)
    await _post(database, "long:1")
    worker = Worker(database, smtp)
    await worker.step()
    await pace.hears("EHLO")

    async def renewed() -> datetime:
        until = (await _row(database, "long:1"))["claimed_until"]
        async with asyncio.timeout(PATIENCE):
            while True:
                row = await _row(database, "long:1")
                if row["claimed_by"] == worker.holder and row["claimed_until"] > until:
                    moment: datetime = row["claimed_until"]
                    return moment

    first = await renewed()
    assert await renewed() > first
    assert first - (await _row(database, "long:1"))["created_at"] < timedelta(minutes=1)
    async with database.owner() as tx:
        # What another process does where the renewals did not reach the database.
        await tx.execute(
            "update app.outbox set claimed_until = now() - interval '1 s' where cause = 'long:1'"
        )
        await queries.sweep_claims(tx, "mail", workers.GRACE, doubts=1, most_doubts=2)
    await renewed()
    assert await Worker(database, smtp).drain() == 0
    pace.go.set()
    await worker.drain()
    assert len(mail_server.received) == 1
    row = await _row(database, "long:1")
    assert (row["attempts"], row["sent_at"] is not None, row["claimed_by"]) == (1, True, None)


async def test_a_late_mark_stands(
    database: Database, mail_server: MailServer, smtp: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is away when the mail has left, for longer than the lease: one mail."""
    away = asyncio.Event()
    tried = asyncio.Event()
    mark = queries.mark_sent

    async def later(tx: Transaction, message_id: int, was_due: datetime) -> None:
        tried.set()
        if not away.is_set():
            raise ConnectionError
        await mark(tx, message_id, was_due)

    monkeypatch.setattr(queries, "mark_sent", later)
    await _post(database, "late:1")
    worker = Worker(database, smtp)
    await worker.step()
    await asyncio.wait_for(tried.wait(), PATIENCE)
    await _leases_end(database)
    assert await Worker(database, smtp).drain() == 0
    away.set()
    await worker.drain()
    await _leases_end(database)
    await Worker(database, smtp).drain()
    assert len(mail_server.received) == 1
    assert (await _row(database, "late:1"))["sent_at"] is not None


async def test_a_process_that_ends_gives_back_what_it_had_not_handed_over(
    database: Database, mail_server: MailServer, smtp: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another sends it at once, and it was no try."""
    monkeypatch.setattr(workers, "FAREWELL", 0)
    pace = Pace(mail_server)
    await _post(database, "ends:1")
    worker = Worker(database, smtp)
    await worker.step()
    await pace.hears("EHLO")
    await worker.close()
    assert (await _row(database, "ends:1"))["attempts"] == 0
    pace.go.set()
    assert await Worker(database, smtp).drain() == 1
    assert len(mail_server.received) == 1


async def test_an_outage_of_the_mail_server_does_not_use_up_every_messages_tries(
    database: Database,
) -> None:
    """The channel pauses after the first failure; then one message tries for all."""
    for number in range(30):
        await _post(database, f"outage:{number}")
    worker = Worker(database, "smtp://127.0.0.1:9")
    for _ in range(5):
        await worker.drain()
    async with database.owner() as tx:
        tried = await tx.fetchval(
            "select count(*) from app.outbox where cause like 'outage:%' and attempts > 0"
        )
        await tx.execute("delete from app.outbox where cause like 'outage:%'")
    assert 1 <= tried <= workers.AT_ONCE
    channel = worker._channels["mail"]
    assert channel.allowance(8) == 0
    channel.until = 0.0
    assert channel.allowance(8) == 1
    channel.worked()
    assert channel.allowance(8) == 8


async def test_messages_to_one_person_keep_their_order(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    for number in range(6):
        await _post(database, f"order:{number}", "ada@order.test")
    await asyncio.gather(*(Worker(database, smtp).drain() for _ in range(3)))
    while await Worker(database, smtp).drain():
        pass
    ids = [message_from_bytes(one.content)["Message-ID"] for one in mail_server.received]
    assert [one.split("@")[0] for one in ids] == [f"<order.{number}" for number in range(6)]


async def test_a_message_that_cannot_be_rendered_holds_up_nobody(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    async with database.owner() as tx:
        await outbox.post(tx, cause="odd:1", kind="no_such_kind", to="a@odd.test", data={})
    await _post(database, "odd:2")
    await Worker(database, smtp).drain()
    assert len(mail_server.received) == 1
    row = await _row(database, "odd:1")
    assert (row["attempts"], row["given_up_at"]) == (1, None)


async def test_dead_letters_are_listed_retried_and_dropped(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    mail_server.refuse_recipient = "550 5.1.1 no such mailbox"
    for number in range(3):
        await _post(database, f"dead:{number}")
    await Worker(database, smtp).drain()
    ids = [(await _row(database, f"dead:{number}"))["id"] for number in range(3)]
    async with database.owner() as tx:
        dead = await queries.listed(tx, waiting=False, dead=True)
        assert {one.id for one in dead} >= set(ids)
        before = await queries.ages(tx)
        assert before.dead == len(dead)
        assert await queries.drop(tx, [ids[0], 10**6]) == [ids[0]]
        assert await queries.retry(tx, [ids[0], ids[1]]) == [ids[1]], "dropped is dropped"
        assert (await queries.ages(tx)).dead == before.dead - 2
    mail_server.refuse_recipient = None
    await Worker(database, smtp).drain()
    assert [one.rcpt_tos for one in mail_server.received] == [["dead.1@example.test"]]
    # What was dropped is not written anew by what caused it.
    await _post(database, "dead:0")
    assert await Worker(database, smtp).drain() == 0
    async with database.owner() as tx:
        assert ids[2] in await queries.retry(tx, None)


async def test_what_waits_and_for_how_long_is_counted(database: Database) -> None:
    async with database.owner() as tx:
        known = await queries.ages(tx)
    await _post(database, "age:1")
    async with database.owner() as tx:
        await tx.execute(
            "update app.outbox set due_at = now() - $1::interval where cause = 'age:1'",
            timedelta(hours=1),
        )
        ages = await queries.ages(tx)
        await tx.execute("delete from app.outbox where cause = 'age:1'")
    assert (ages.waiting, ages.late) == (known.waiting + 1, known.late + 1)
    assert ages.oldest_seconds >= 3600
