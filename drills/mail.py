"""Mail servers that are slow, refuse, or die: each mail arrives, and once."""

from __future__ import annotations

from drills import product
from drills.bookers import Bookers, check_bookings, check_mails, offer_places
from drills.mail_server import Behaviour, MailServer, serving
from drills.verdict import Scale, Verdict

#: Where a server accepts and dies without saying so nobody can know, and a second try is right.
PHASES: tuple[Behaviour, ...] = ("slow", "over_quota", "busy", "dies")


async def run(scale: Scale) -> Verdict:
    """Bookings through each phase, then a server that behaves well again.

    The long form looks after each phase, the short one after the last.
    """
    verdict = Verdict()
    server = MailServer(pause=2.0 if scale.short else 17.0)
    async with serving(server) as smtp:
        copy = product.prepare(scale.folder / "mail", SMTP_URL=smtp)
        async with product.running(copy):
            copy.start("worker")
            await offer_places(copy)
            bookers = Bookers([copy.url], people=1, seed=scale.seed)
            for behaviour in PHASES:
                server.behaviour = behaviour
                met = server.conversations
                async with bookers.booking(verdict):
                    await bookers.booked(4 if scale.short else 40)
                tried = await server.until(lambda: server.conversations > met + 2, 90)  # noqa: B023
                verdict.must(tried, f"{behaviour}: nothing was tried")
                if not scale.short and behaviour != "dies":
                    server.behaviour = "well"
                    async with copy.connected() as connection:
                        await check_mails(Verdict(), connection, server, most=1, within=600)
            async with copy.connected() as connection:
                await check_bookings(verdict, bookers, connection)
                await check_mails(verdict, connection, server, most=1, within=300)
    verdict.count({"sending refused": server.refusals, "accepted and died": len(server.unanswered)})
    return verdict
