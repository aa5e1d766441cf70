import { test } from "@playwright/test";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";
import { address, book, freeDay, inOrder, order, statusOf, stop, stops } from "./pickup-days";
import { rowsOf } from "./run-days";

test.describe.configure({ timeout: 120_000 });

const PHONE = { width: 390, height: 844 };
const KEPT = /kept here/;

test("without a connection the crew works on; what it did is sent once it is back", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Ana", "Ben", "Cleo"]);
  const page = await openAs(browser, baseURL, "admin", PHONE);
  await page.goto(address(day));
  await inOrder(page, "Ana Ben Cleo");
  await page.route("**/rpc/{record_pickup_events,order_pickups,pickup_day}", (route) =>
    route.abort(),
  );
  const bar = page.getByRole("region", { name: "Next stop" });
  await expect(bar.getByText("We can't reach the server")).toBeVisible();

  await bar.getByRole("button", { name: "On Way" }).click();
  await expect(stop(page, "Ana").getByText("On the way")).toBeVisible();
  await bar.getByRole("button", { name: "Complete" }).click();
  await page.getByRole("button", { name: "One more" }).click();
  await page.getByRole("button", { name: "Complete with 1" }).click();
  await inOrder(page, "Ben Cleo");
  await stop(page, "Cleo").getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Make it the next stop" }).click();
  await inOrder(page, "Cleo Ben");
  await expect(bar.getByText(/3 changes kept here/)).toBeVisible();
  expect(await statusOf(service, "Ana")).toBe("pending");

  // A phone that is switched off and on meanwhile has lost nothing either.
  // First the one and then the other: between them a change would be sent.
  await page.route("**/rpc/{record_pickup_events,order_pickups}", (route) => route.abort());
  await page.unroute("**/rpc/{record_pickup_events,order_pickups,pickup_day}");
  await page.reload();
  await inOrder(page, "Cleo Ben");
  await expect(bar.getByText(/3 changes kept here/)).toBeVisible();
  await page.unrouteAll();
  await expect(bar.getByText(KEPT)).toBeHidden();
  await inOrder(page, "Cleo Ben");
  await expect(page.getByText("1 of 3 pickups done")).toBeVisible();
  await expect.poll(() => statusOf(service, "Ana")).toBe("picked_up");
  await page.context().close();
  await service.dispose();
});

test("a visit that does not work out is recorded in the queue, also without a connection", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Ana", "Ben", "Cleo"]);
  const page = await openAs(browser, baseURL, "admin", PHONE);
  await page.goto(address(day));
  await inOrder(page, "Ana Ben Cleo");
  const bar = page.getByRole("region", { name: "Next stop" });
  await bar.getByRole("button", { name: "On Way" }).click();
  await expect(stop(page, "Ana").getByText("On the way")).toBeVisible();
  await page.route("**/rpc/{record_stop_events,pickup_day}", (route) => route.abort());
  const more = (name: string, verb: string) =>
    stop(page, name)
      .getByRole("button", { name: /^More/ })
      .click()
      .then(() => page.getByRole("menuitem", { name: verb }).click());
  const fail = async (next: RegExp) => {
    const failing = page.getByRole("dialog");
    await failing.getByRole("radio", { name: "Nobody there" }).click();
    await failing.getByRole("radio", { name: next }).click();
    await failing.getByRole("button", { name: "Mark as failed" }).click();
  };
  await more("Ana", "Arrived");
  // It is not offered again.
  await stop(page, "Ana").getByRole("button", { name: /^More/ }).click();
  await expect(page.getByRole("menuitem", { name: "Failed" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Arrived" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await more("Ana", "Failed");
  await fail(/^Ask the office/);
  await inOrder(page, "Ben Cleo");
  await more("Ben", "Failed");
  await fail(/^Try again today/);
  await inOrder(page, "Cleo Ben");
  await expect(bar.getByText(/4 changes kept here/)).toBeVisible();

  await page.unrouteAll();
  const stateOf = async (name: string) => {
    const [booking] = await rowsOf<{ id: string }>(
      service,
      `bookings?select=id&first_name=eq.${name}&last_name=eq.${tag()}&pickup_date=eq.${day}`,
    );
    const [one] = await rowsOf<{ state: string; arrived_at: string | null }>(
      service,
      `run_stops?select=state,arrived_at&kind=eq.pickup&booking_id=eq.${booking?.id}`,
    );
    return one && [one.state, one.arrived_at !== null];
  };
  await expect.poll(() => stateOf("Ana")).toEqual(["failed", true]);
  await expect.poll(() => stateOf("Ben")).toEqual(["waiting", false]);
  await expect(bar.getByText(KEPT)).toBeHidden();
  await inOrder(page, "Cleo Ben");
  await page.context().close();
  await service.dispose();
});

test("a lost answer and a double tap complete once", async ({ browser, baseURL }) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Ana", "Ben"]);
  const page = await openAs(browser, baseURL, "admin", PHONE);
  await page.goto(address(day));
  await inOrder(page, "Ana Ben");
  const bar = page.getByRole("region", { name: "Next stop" });
  const sent: string[] = [];
  await page.route("**/rpc/record_pickup_events", async (route) => {
    const [{ id, kind, seen }] = route.request().postDataJSON().events;
    const lost = !sent.some((one) => one.endsWith(`${id}`));
    sent.push(`${seen} ${kind} ${id}`);
    // The server has done it, but nobody hears of it.
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    return lost ? route.abort() : route.fulfill({ response: answer });
  });

  await bar.getByRole("button", { name: "On Way" }).dblclick();
  await expect(page.getByText("Pickup marked as in progress")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await bar.getByRole("button", { name: "Complete" }).click();
  await page.getByRole("button", { name: "One more" }).click();
  await page.getByRole("button", { name: "Complete with 1" }).dblclick();
  await expect(page.getByText("Pickup marked as completed")).toBeVisible();
  await inOrder(page, "Ben");
  await expect(stop(page, "Ben").getByText("On the way")).toBeHidden();
  await expect(page.getByText("Update Failed")).toBeHidden();
  expect(new Set(sent).size).toBe(2);
  expect(sent).toHaveLength(4);
  const [pickup] = await (await service.get(`/rest/v1/pickups?pickup_date=eq.${day}`)).json();
  const log = await service.get(
    `/rest/v1/audit_log?select=after&table_name=eq.pickups&row_id=eq.${pickup.id}`,
  );
  const told: { after: { status?: string } }[] = await log.json();
  expect(told.filter(({ after }) => after.status === "completed")).toHaveLength(1);
  await page.context().close();
  await service.dispose();
});

test("nothing moves under the thumb when somebody else changes a long line", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const names = Array.from({ length: 9 }, (_, at) => `Stop${at + 1}`);
  names[6] = "Stop7 Maximiliana-Theodora Papadimitriou-Vandenberghe";
  const service = await asService(baseURL);
  await book(service, day, names);
  await service.dispose();
  const crew = await openAs(browser, baseURL, "admin", PHONE);
  const office = await openAs(browser, baseURL, "admin");
  await crew.goto(address(day));
  await office.goto(address(day));
  await expect(stops(crew)).toHaveCount(9);
  const read = stop(crew, `Stop6 ${tag()}`);
  await read.evaluate((card) => card.scrollIntoView({ block: "center", behavior: "instant" }));
  // As it is drawn: the page puts right what moved before the next frame.
  const top = () =>
    read.evaluate(async (card) => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return Math.round(card.getBoundingClientRect().top);
    });
  const before = await top();

  await stop(office, `Stop1 ${tag()}`)
    .getByRole("button", { name: /^Complete/ })
    .click();
  await office.getByRole("button", { name: "Complete without a count" }).click();
  await expect(stops(crew)).toHaveCount(8);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
  // One of many is found by what its customer says on the phone.
  await office.getByRole("searchbox").fill("stop7");
  await expect(stops(office)).toHaveCount(1);
  await expect(office.getByText("1 of 8 stops")).toBeVisible();
  await expect(office.getByText(`Stop1 ${tag()}`)).toHaveCount(0);
  await stop(office, "Stop7").getByRole("button", { name: /^More/ }).click();
  await office.getByRole("menuitem", { name: "Make it the next stop" }).click();
  const bar = crew.getByRole("region", { name: "Next stop" });
  await expect(bar).toContainText("Stop7");
  const action = await bar.getByRole("button", { name: "On Way" }).boundingBox();
  expect(action && action.x + action.width).toBeLessThanOrEqual(390);
  await office.getByRole("searchbox").fill("");
  await expect(stops(office)).toHaveCount(8);
  await expect(office.getByRole("region", { name: "Done" })).toContainText("Stop1");
  // From the foot of the screen to the stop that comes next.
  await crew.getByRole("button", { name: /^Next: Stop7 .* show it in the list/ }).click();
  await expect(stop(crew, "Stop7")).toBeInViewport();
  expect((await order(crew)).split(" ")[0]).toBe("Stop7");
  // However long its name is: the page stays as wide as the phone.
  await bar.getByRole("button", { name: "On Way" }).click();
  await bar.getByRole("button", { name: "Complete" }).click();
  await crew.getByRole("button", { name: "Complete without a count" }).click();
  await expect(crew.getByRole("region", { name: "Done" })).toContainText("Stop7");
  expect(await crew.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await crew.context().close();
  await office.context().close();
});
