import { type APIRequestContext, expect, test } from "@playwright/test";
import { asPerson, freeLabels } from "../crew/labels";
import { barriers } from "../support/barriers";
import { chooseDay } from "../support/calendar";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
  PASSWORD,
} from "../support/customer-accounts";

/** A friend's own return from a shared bundle (rule: friend-returns). */

test.use({ viewport: { width: 390, height: 844 } });

async function rpc<Answer>(
  who: APIRequestContext,
  name: string,
  data: Record<string, unknown>,
): Promise<Answer> {
  const answer = await who.post(`/rest/v1/rpc/${name}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (answer.status() === 204 ? null : await answer.json()) as Answer;
}

interface Day {
  runs: { stops: { booking_id: string; address: string; items: { label_code: string }[] }[] }[];
}

test("a friend has their own items brought to another address on another day", async ({
  page,
  request,
  baseURL,
}) => {
  const [maya, leo] = [newAddress("maya"), newAddress("leo")];
  const mayaId = await confirmedAccount(request, maya, `Maya Chen${Date.now()}`);
  await confirmedAccount(request, leo, "Leo Park");
  const today = await campusDay(request, 0);
  const made = await booking(request, mayaId, maya, { pickup_date: today });
  const hers = await asPerson(baseURL, maya, PASSWORD);
  const his = await asPerson(baseURL, leo, PASSWORD);
  const { token } = await rpc<{ token: string }>(hers, "invite_friends", { booking_id: made.id });
  const { people } = await rpc<{ people: { id: string; you: boolean }[] }>(his, "accept_invite", {
    token,
  });
  const member = people.find(({ you }) => you)?.id;
  const office = await asPerson(baseURL, "executive");
  const labels = await freeLabels(office, 2);
  for (const [place, member_id] of [undefined, member].entries()) {
    const at = new Date(Date.now() - 60_000).toISOString();
    const scan = { kind: "picked_up", label: labels[place], booking_id: made.id, new_item: true };
    const event = { id: crypto.randomUUID(), at, ...scan, ...(member_id ? { member_id } : {}) };
    await rpc(office, "record_events", { events: [event] });
  }
  const { waiting } = await rpc<{ waiting: { booking_id: string; queue_id: string }[] }>(
    office,
    "pickup_day",
    { campus_id: 2, day: today },
  );
  const queue_id = waiting.find(({ booking_id }) => booking_id === made.id)?.queue_id;
  await rpc(office, "set_pickup_status", { queue_id, status: "completed", items: 2 });

  await openSignedIn(page, "/customer-dashboard", leo);
  await page.getByRole("button", { name: "Get my items back" }).click();
  const dialog = page.getByRole("dialog", { name: "Get Items Back" });
  await expect(dialog.getByRole("checkbox")).toHaveCount(1);
  await dialog.getByRole("checkbox").click();
  await dialog.getByRole("radio", { name: /^Delivery/ }).click();
  await dialog.getByRole("button", { name: /^Day|Pick a date/ }).click();
  const day = await campusDay(request, 5);
  await chooseDay(page, day);
  await dialog.getByRole("radiogroup", { name: "Window" }).getByRole("radio").first().click();
  await dialog.getByLabel("Deliver to").fill("22 Friend Road, Kelowna BC");
  expect(await barriers(page, "[role=dialog]")).toEqual([]);
  await dialog.getByRole("button", { name: /^Book delivery for \$/ }).click();
  await expect(dialog).toHaveCount(0);

  const { runs } = await rpc<Day>(office, "run_day", { campus_id: 2, day });
  const stop = runs.flatMap(({ stops }) => stops).find((one) => one.booking_id === made.id);
  expect(stop?.address).toBe("22 Friend Road, Kelowna BC");
  expect(stop?.items.map(({ label_code }) => label_code)).toEqual([labels[1]]);
  await page.getByRole("button", { name: "Get my items back" }).click();
  await expect(dialog.getByRole("list", { name: "Booked" })).toContainText("22 Friend Road");
  for (const who of [hers, his, office]) await who.dispose();
});
