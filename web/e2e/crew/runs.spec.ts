import { test } from "@playwright/test";
import { chooseDay } from "../support/calendar";
import { inboxRows, openItem } from "../support/inbox";
import { lateCodeHere } from "../support/late-code.ts";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";
import {
  adminApi,
  bring,
  done,
  line,
  PHONE,
  picture,
  RUNS_CAMPUS,
  returning,
  rowsOf,
  runsAddress,
  stopOf,
} from "./run-days";

test.describe.configure({ timeout: 180_000, mode: "serial" });

const NAMES = ["Ana", "Bo", "Chi", "Dee", "Eli", "Fay", "Gus", "Hui", "Ivo", "Joy", "Kai", "Lea"];

test("a day of twelve returns, a phase without a signal, two phones and a reload", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  const bookings = await returning(service, api, NAMES);
  const one = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  const two = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  await one.goto(runsAddress);
  await two.goto(runsAddress);
  await expect(line(one, "Lea")).toBeVisible();
  await expect(line(two, "Lea")).toBeVisible();

  // With a signal: what one phone does, the other shows.
  await bring(one, "Ana");
  await expect(line(two, "Ana")).toContainText("Done");

  // Without one, stop after stop is kept on the phone and drawn.
  await lateCodeHere(one);
  await one.context().setOffline(true);
  for (const name of ["Bo", "Chi", "Dee", "Eli", "Fay"]) await bring(one, name);
  await expect(one.getByText(/changes kept here/)).toBeVisible();
  expect((await stopOf(service, bookings.get("Bo")?.id)).state).toBe("waiting");
  // Meanwhile the other phone works the same run, and a stop that the first has done too.
  for (const name of ["Bo", "Gus", "Hui"]) await bring(two, name);

  // The page is opened anew before anything was sent: the work is there still, and goes out.
  await one.context().route("**/rest/v1/**", (route) => route.abort());
  await one.context().setOffline(false);
  await one.reload();
  await one.context().unroute("**/rest/v1/**");
  await expect
    .poll(() => stopOf(service, bookings.get("Fay")?.id).then(({ state }) => state))
    .toBe("completed");
  await expect(line(one, "Gus")).toContainText("Done");
  for (const name of ["Ivo", "Joy", "Kai", "Lea"]) await bring(one, name);

  for (const name of NAMES) {
    const booking = bookings.get(name)?.id;
    await expect.poll(() => stopOf(service, booking).then(({ state }) => state)).toBe("completed");
    const [row] = await (await service.get(`/rest/v1/bookings?id=eq.${booking}`)).json();
    expect(row.status).toBe("delivered");
    const items = await (await service.get(`/rest/v1/items?booking_id=eq.${booking}`)).json();
    expect(items.map(({ state }: { state: string }) => state)).toEqual(["delivered"]);
  }
  // Both phones' records of Bo are kept.
  const { id } = await stopOf(service, bookings.get("Bo")?.id);
  const kept = await (
    await service.get(`/rest/v1/stop_events?stop_id=eq.${id}&state=eq.completed`)
  ).json();
  expect(kept).toHaveLength(2);
  await expect(two.getByText("not sent yet")).toBeHidden();
  await one.context().close();
  await two.context().close();
  await api.dispose();
  await service.dispose();
});

test("a kit that was not delivered gets another day in its own short dialog", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  const { today } = (await done(api, "campus_clock", {})) as { today: string };
  const inDays = (days: number) =>
    new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const bookings = await returning(service, api, ["Kim"], {
    fields: () => ({
      status: "confirmed",
      return_delivery_date: null,
      delivery_option: "decide_later",
      pickup_date: inDays(50),
      supply_kit_delivery_date: today,
    }),
    before: [],
  });
  const booking = bookings.get("Kim")?.id;
  await done(api, "add_kit_stock", { campus_id: RUNS_CAMPUS, kits: 1 });
  const stops = `run_stops?kind=eq.kit&booking_id=eq.${booking}&order=date`;
  const [{ id }] = (await rowsOf<{ id: string }>(service, stops)) as [{ id: string }];
  for (const state of ["on_way", "failed"])
    await done(api, "stop_state", {
      stop_id: id,
      state,
      at: new Date().toISOString(),
      ...(state === "failed" ? { failure: { kind: "nobody_there", next: "date" } } : {}),
    });

  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  const asked = await openItem(office, "stop", `Kim ${tag()}`);
  await asked.getByRole("button", { name: /^Choose another date/ }).click();
  const moving = office.getByRole("dialog", { name: `Another date for Kim ${tag()}` });
  // Days before the first that can be kept are not offered.
  if (inDays(1).slice(0, 7) === today.slice(0, 7))
    await expect(moving.locator(`[data-day="${inDays(1)}"] button`)).toBeDisabled();
  const day = inDays(3);
  await chooseDay(office, day);
  await moving.getByRole("button", { name: /^Move to/ }).click();
  await expect(moving).toHaveCount(0);
  await expect(asked).toHaveCount(0);
  expect(
    (await rowsOf<{ date: string; state: string }>(service, stops)).map((one) => [
      one.date,
      one.state,
    ]),
  ).toEqual([
    [today, "failed"],
    [day, "waiting"],
  ]);
  await office.context().close();
});

test("what does not work out becomes a fee with its photo, which the office charges", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  const bookings = await returning(service, api, ["Max"]);
  const { id: stop_id } = await stopOf(service, bookings.get("Max")?.id);
  // The crew waits for ten minutes before a visit has a fee.
  const at = new Date(Date.now() - 11 * 60_000).toISOString();
  await done(api, "stop_state", { stop_id, state: "arrived", at });
  const crew = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  await crew.goto(runsAddress);
  await line(crew, "Max").getByRole("button").click();
  const sheet = crew.getByRole("dialog");
  await sheet.getByRole("button", { name: "Failed" }).click();
  const failing = crew.getByRole("dialog");
  await failing.getByRole("button", { name: "Mark as failed" }).click();
  await expect(failing.getByRole("alert")).toContainText("Please say why");
  await failing.getByRole("radio", { name: "Nobody there" }).click();
  await failing
    .getByLabel("Photo of the door")
    .setInputFiles({ name: "door.png", mimeType: "image/png", buffer: await picture(crew) });
  await expect(failing.getByRole("img", { name: "What you photographed" })).toBeVisible();
  await failing.getByRole("radio", { name: /^Another date/ }).click();
  await failing.getByRole("button", { name: "Mark as failed" }).click();
  await expect(line(crew, "Max")).toContainText("Did not work out");

  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  const fee = await openItem(office, "fee", `Max ${tag()}`);
  await expect(fee).toContainText("Failed delivery");
  await expect(fee.getByRole("button", { name: /^Photo of the crew/ })).toBeVisible();
  await fee.getByRole("button", { name: "Charge", exact: true }).click();
  await office
    .getByRole("dialog", { name: "Charge this fee" })
    .getByRole("button", { name: "Charge" })
    .click();
  await expect(inboxRows(office, `Max ${tag()}`)).toHaveCount(0);

  // The crew asked for another date: the office chooses it, and sees what it costs before.
  const asked = await openItem(office, "stop", `Max ${tag()}`);
  await expect(asked).toContainText("Another date is wanted");
  await asked.getByRole("button", { name: /^Choose another date/ }).click();
  const { today } = (await done(api, "campus_clock", {})) as { today: string };
  const day = new Date(Date.parse(today) + 5 * 86_400_000).toISOString().slice(0, 10);
  const moving = office.getByRole("dialog", { name: `Another date for Max ${tag()}` });
  await moving.getByLabel("Delivery address").fill("2205 Lower Mall, Vancouver BC V6T 1Z4");
  await moving.getByRole("button", { name: "Day" }).click();
  await chooseDay(office, day);
  await moving.getByRole("button", { name: /^Book return/ }).click();
  await expect(moving).toHaveCount(0);
  await expect(asked).toHaveCount(0);
  const found = await service.get(
    `/rest/v1/run_stops?kind=eq.return&booking_id=eq.${bookings.get("Max")?.id}&order=date`,
  );
  expect(
    (await found.json()).map((one: { date: string; state: string }) => [one.date, one.state]),
  ).toEqual([
    [today, "failed"],
    [day, "waiting"],
  ]);

  // A fee that no failure proposed: from the record, with its photo.
  await office.goto(`/admin-dashboard?tab=bookings&booking=${bookings.get("Max")?.id}`);
  const record = office.getByRole("dialog");
  await record.getByRole("button", { name: "Propose a fee" }).click();
  await record.getByRole("combobox", { name: "Fee" }).click();
  await office.getByRole("option", { name: "Labels by our crew" }).click();
  await record.getByRole("textbox", { name: "Why" }).fill("Three boxes had no label");
  await record.getByRole("textbox", { name: "Amount" }).fill("0.50");
  await record.getByRole("button", { name: "Propose the fee" }).click();
  await expect(record.getByRole("alert")).toContainText("Please enter an amount from $");
  await record.getByRole("textbox", { name: "Amount" }).fill("30");
  await record.getByRole("button", { name: "Propose the fee" }).click();
  await expect(record.getByRole("alert")).toContainText("Please add the photo");
  await record
    .locator("input[type=file]")
    .last()
    .setInputFiles({ name: "boxes.png", mimeType: "image/png", buffer: await picture(crew) });
  await expect(record.getByAltText("What was chosen")).toBeVisible();
  await record.getByRole("button", { name: "Propose the fee" }).click();
  await expect(record.getByRole("button", { name: "Propose the fee" })).toHaveCount(0);
  await openItem(office, "fee", `Max ${tag()}`);
  await expect(fee).toContainText("Labels by our crew, $30");
  await expect(fee).toContainText("Three boxes had no label");
  await crew.context().close();
  await office.context().close();
  await api.dispose();
  await service.dispose();
});

test("five wrong codes of a named person lock it, also without a signal", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  const bookings = await returning(service, api, ["Pia"]);
  const named = { booking_id: bookings.get("Pia")?.id, stop_kind: "return", name: "Omar Haddad" };
  const { code } = (await done(api, "name_proxy", named)) as { code: string };
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const crew = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  await crew.goto(runsAddress);
  await line(crew, "Pia").getByRole("button").click();
  const sheet = crew.getByRole("dialog");
  await sheet.getByRole("button", { name: "On Way" }).click();
  await sheet.getByRole("button", { name: "Arrived" }).click();
  await sheet.getByRole("button", { name: "Item 1: handed over" }).click();
  // What came back damaged is noted at the door, with a photo.
  await sheet.getByRole("button", { name: /^More for 1/ }).click();
  const camera = crew.waitForEvent("filechooser");
  await crew.getByRole("menuitem", { name: "Damaged, with a photo" }).click();
  const photo = { name: "dent.png", mimeType: "image/png", buffer: await picture(crew) };
  await (await camera).setFiles(photo);
  await expect(sheet.getByText("Damaged", { exact: true })).toBeVisible();
  const ofItem = `items?booking_id=eq.${named.booking_id}&select=damaged`;
  await expect.poll(() => rowsOf(service, ofItem)).toEqual([{ damaged: true }]);
  await sheet.getByRole("button", { name: "Complete" }).click();
  await crew.getByRole("radio", { name: "Code of Omar Haddad" }).click();
  const enter = async () => {
    await crew.getByLabel("Six digits").fill(wrong);
    await crew.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  };
  const alert = crew.getByRole("dialog").getByRole("alert");
  const counted = crew.waitForResponse(/count_wrong_code/);
  await enter();
  await expect(alert).toContainText("4 tries are left");
  // The day that was asked for after it is there: it knows of the try.
  await counted;
  for (const _ of ["under way", "after it"]) await crew.waitForResponse(/run_day/);
  await lateCodeHere(crew);
  await crew.context().setOffline(true);
  await enter();
  await expect(alert).toContainText("3 tries are left");
  await enter();
  await expect(alert).toContainText("2 tries are left");
  await enter();
  await expect(alert).toContainText("one more wrong code locks it");
  await enter();
  await expect(alert).toContainText("Five wrong codes were entered");
  await expect(crew.getByLabel("Six digits")).toHaveCount(0);
  // What was tried without a signal counts once there is one: the right code is refused as well.
  await crew.context().setOffline(false);
  const { id } = await stopOf(service, bookings.get("Pia")?.id);
  const tell = () =>
    api.post("/rest/v1/rpc/count_wrong_code", {
      data: { id: crypto.randomUUID(), stop_id: id, salt: "another" },
    });
  await expect.poll(async () => (await (await tell()).json()).tries_left).toBe(0);
  const said = await api.post("/rest/v1/rpc/stop_state", {
    data: { stop_id: id, state: "completed", at: new Date().toISOString(), proxy_code: code },
  });
  expect([said.status(), (await said.json()).details]).toEqual([400, { tries_left: 0 }]);
  // A new code is a new start.
  const again = (await done(api, "name_proxy", named)) as { code: string };
  await expect(crew.getByLabel("Six digits")).toBeVisible();
  await crew.getByLabel("Six digits").fill(again.code);
  await crew.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  await expect(line(crew, "Pia")).toContainText("Done");
  await crew.context().close();
  await api.dispose();
  await service.dispose();
});

test("a crew hands out a strip of labels with a kit, without a signal", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  const { today } = (await done(api, "campus_clock", {})) as { today: string };
  const pickup = new Date(Date.parse(today) + 50 * 86_400_000).toISOString().slice(0, 10);
  const bookings = await returning(service, api, ["Kit"], {
    fields: () => ({
      status: "confirmed",
      return_delivery_date: null,
      delivery_option: "decide_later",
      pickup_date: pickup,
      supply_kit_delivery_date: today,
    }),
    before: [],
  });
  const booking = bookings.get("Kit")?.id;
  const { codes } = (await done(api, "print_labels", {
    count: 5,
    campus_id: RUNS_CAMPUS,
  })) as { codes: string[] };
  const handed = () =>
    rowsOf<{ code: string }>(service, `labels?booking_id=eq.${booking}&order=code`).then((rows) =>
      rows.map(({ code }) => code),
    );

  const crew = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  await crew.goto(runsAddress);
  await line(crew, "Kit").getByRole("button").click();
  const sheet = crew.getByRole("dialog");
  const labels = sheet.getByRole("region", { name: "Labels", exact: true });
  await labels.getByRole("button", { name: "Scan", exact: true }).click();
  const field = labels.getByRole("textbox", { name: /ype the code/ });
  await crew.context().setOffline(true);
  await field.fill("SS-YJST4-P");
  await field.press("Enter");
  await expect(labels.getByRole("status", { name: "Last scan" })).toContainText("no label of ours");
  for (const code of [codes[1], codes[3]]) {
    await field.fill(code ?? "");
    await field.press("Enter");
  }
  await expect(labels.getByRole("list", { name: "Handed out" })).toContainText(
    `${codes[1]} to ${codes[3]}`,
  );
  expect(await handed()).toEqual([]);
  await crew.context().setOffline(false);
  await expect.poll(handed).toEqual(codes.slice(1, 4));
  // What was handed out is the stop's: a page that is opened anew lists it.
  await crew.reload();
  await line(crew, "Kit").getByRole("button").click();
  await expect(labels.getByRole("list", { name: "Handed out" })).toHaveText(
    `${codes[1]} to ${codes[3]}`,
  );

  // The office gives one more; one that is in use is refused by name.
  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  await office.goto(`/admin-dashboard?tab=bookings&booking=${booking}`);
  await office.getByRole("button", { name: "Hand out labels" }).click();
  await office.getByLabel("First label").fill(codes[4] ?? "");
  await office.getByRole("button", { name: "Hand out", exact: true }).click();
  await expect.poll(handed).toEqual(codes.slice(1));
  await crew.context().close();
  await office.context().close();
});
