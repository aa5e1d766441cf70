"""Mail servers that are slow, refuse, or die: each mail arrives, and once."""

from __future__ import annotations

from drills import product
from drills.bookers import Bookers, check_bookings, check_mails, offer_places
from drills.mail_server import Behaviour, MailServer, serving
from drills.verdict import Scale, Verdict

#: What the server does, and how many copies of one mail it may end up with: one, but where it
#: accepts and dies without saying so, nobody can know, and a second try is right.
PHASES: tuple[tuple[Behaviour, int], ...] = (
    ("slow", 1),
    ("over_quota", 1),
    ("busy", 1),
    ("dies", 2),
)


async def run(scale: Scale) -> Verdict:
    """Bookings through each phase, each followed by a server that behaves well again."""
    verdict = Verdict()
    server = MailServer(pause=2.0 if scale.short else 17.0)
    async with serving(server) as smtp:
        copy = product.prepare(scale.folder / "mail", SMTP_URL=smtp)
        with product.ending(copy):
            copy.start()
            await copy.healthy()
            copy.start("worker")
            await offer_places(copy.url)
            for behaviour, most in PHASES:
                found = await _phase(scale, copy, server, behaviour, most)
                verdict.include(behaviour, found)
    return verdict


async def _phase(
    scale: Scale, copy: product.Copy, server: MailServer, behaviour: Behaviour, most: int
) -> Verdict:
    verdict = Verdict()
    server.behaviour = behaviour
    server.copies.clear()
    met = server.conversations
    bookers = Bookers([copy.url], people=2, seed=scale.seed)
    async with bookers.booking(verdict):
        await bookers.booked(5)
        verdict.must(await server.until(lambda: server.conversations > met + 2, 60), "no try")
    if behaviour != "slow":
        # Long enough for the sender to have met the trouble; its next try is the operator's order.
        server.behaviour = "dies" if behaviour == "dies" else "well"
        copy.operate("outbox", "retry", "--all")
    await check_bookings(verdict, bookers, copy)
    await check_mails(verdict, copy, server, most=most, within=240)
    server.behaviour = "well"
    return verdict
