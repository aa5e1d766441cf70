import { test } from "@playwright/test";
import { confirmedAccount, newAddress, openSignedIn } from "../support/customer-accounts";
import { inboxRows, openItem } from "../support/inbox";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";
import { photo } from "./labels";
import {
  adminApi,
  done,
  line,
  PHONE,
  RUNS_CAMPUS,
  returning,
  rowsOf,
  runsAddress,
  stopOf,
} from "./run-days";

test.describe.configure({ timeout: 120_000 });

test("the day before, what goes out is scanned as pulled", async ({ browser, baseURL }) => {
  const service = await asService(baseURL);
  const office = await adminApi(baseURL);
  const { today } = (await done(office, "campus_clock", {})) as { today: string };
  const day = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  const code = `P-${String(Date.now() % 100).padStart(2, "0")}-${Date.now() % 90}`;
  const shelf = (await done(office, "create_location", {
    campus_id: RUNS_CAMPUS,
    code,
    places: 20,
  })) as { id: string };
  const before = [{ kind: "picked_up" }, { kind: "shelved", location_id: shelf.id }];
  const bookings = await returning(service, office, ["Ras", "Sky"], { day, before });

  const crew = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  await crew.goto(runsAddress);
  await crew.getByRole("button", { name: /day, search and Add Pickup/ }).click();
  await crew.getByRole("button", { name: "Tomorrow" }).click();
  await crew.getByRole("button", { name: /day, search and Add Pickup/ }).click();
  await crew.getByRole("button", { name: "Pull list" }).click();
  const list = crew.getByRole("dialog");
  const row = (name: string) =>
    list.getByRole("listitem").filter({ hasText: bookings.get(name)?.label ?? "" });
  await expect(row("Ras")).toContainText(code);
  await list.getByRole("button", { name: "Scan", exact: true }).click();
  const scan = async (label: string) => {
    await list.getByLabel(/type the code/i).fill(label);
    await list.getByRole("button", { name: "Enter" }).click();
  };
  await scan("SS-AAAAA-A");
  await expect(list.getByText("This is no label of ours").first()).toBeVisible();
  const { codes } = (await done(office, "print_labels", {
    count: 1,
    campus_id: RUNS_CAMPUS,
  })) as { codes: string[] };
  await scan(codes[0] ?? "");
  await expect(list.getByText("This does not go out on this day.").first()).toBeVisible();
  await scan(bookings.get("Ras")?.label ?? "");
  await expect(row("Ras").getByRole("button", { name: /^On van/ })).toBeVisible();
  await row("Sky")
    .getByRole("button", { name: /^Pulled/ })
    .click();
  for (const name of ["Ras", "Sky"])
    await expect
      .poll(() =>
        rowsOf(service, `items?booking_id=eq.${bookings.get(name)?.id}&select=state,location_id`),
      )
      .toEqual([{ state: "pulled", location_id: null }]);
  await crew.context().close();
  await office.dispose();
  await service.dispose();
});

test("a return stays open while an item is unscanned; the office's reason opens a case", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  const bookings = await returning(service, api, ["Vic"]);
  const { id, label } = bookings.get("Vic") ?? { id: "", label: "" };
  const crew = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  await crew.goto(runsAddress);
  await line(crew, "Vic").getByRole("button").click();
  for (const verb of ["On Way", "Arrived", "Complete"])
    await crew.getByRole("dialog").getByRole("button", { name: verb }).click();
  const completing = crew.getByRole("dialog", { name: `Complete Vic ${tag()}` });
  await expect(completing.getByRole("alert")).toContainText(`Not scanned out yet: ${label}`);
  await expect(completing.getByRole("button", { name: "Complete" })).toBeDisabled();
  await expect(completing.getByRole("radio", { name: /^Reason of the office/ })).toHaveCount(0);
  const said = await api.post("/rest/v1/rpc/stop_state", {
    data: {
      stop_id: (await stopOf(service, id)).id,
      state: "completed",
      at: new Date().toISOString(),
      signature: { signed_by: "Vic", strokes: "M1 1L2 2" },
    },
  });
  expect([said.status(), (await said.json()).details]).toEqual([409, { labels: [label] }]);

  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  await office.goto(runsAddress);
  await line(office, "Vic")
    .getByRole("button")
    .filter({ hasText: `Vic ${tag()}` })
    .click();
  await office.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  const dialog = office.getByRole("dialog", { name: `Complete Vic ${tag()}` });
  await dialog.getByRole("button", { name: "Complete" }).click();
  await expect(dialog.getByText("Please say why.", { exact: false })).toBeVisible();
  await dialog.getByLabel("Reason").fill("Handed over from the other van.");
  await dialog.getByRole("button", { name: "Complete" }).click();
  await expect.poll(() => stopOf(service, id).then(({ state }) => state)).toBe("completed");
  const found = await openItem(office, "stop", `Vic ${tag()}`);
  await expect(found).toContainText("Handed over from the other van.");
  await crew.context().close();
  await office.context().close();
  await api.dispose();
  await service.dispose();
});

test("a customer disputes a fee once, it is frozen, and an executive decides with words", async ({
  page: customer,
  browser,
  baseURL,
  request,
}) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  const email = newAddress("wim");
  const owner = await confirmedAccount(request, email, `Wim ${tag()}`);
  const bookings = await returning(service, api, ["Wim"], {
    fields: () => ({ user_id: owner, email }),
  });
  const stop = await stopOf(service, bookings.get("Wim")?.id);
  const photoId = crypto.randomUUID();
  const { buffer, mimeType } = await photo();
  const sent = await api.post(`/files?id=${photoId}&kind=evidence`, {
    headers: { "content-type": mimeType },
    data: buffer,
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  // The crew waits for ten minutes before a visit has a fee.
  for (const [state, minutes] of [
    ["arrived", 11],
    ["failed", 0],
  ] as const)
    await done(api, "stop_state", {
      stop_id: stop.id,
      state,
      at: new Date(Date.now() - minutes * 60_000).toISOString(),
      ...(state === "failed" ? { failure: { kind: "nobody_there", photo_id: photoId } } : {}),
    });
  interface Fee {
    id: string;
    amount_cents: number;
    state: string;
  }
  const feeOf = async () =>
    (await rowsOf<Fee>(service, `fee_proposals?booking_id=eq.${bookings.get("Wim")?.id}`))[0];
  const fee = await feeOf();
  await done(api, "charge_fee", {
    id: fee?.id,
    amount_cents: fee?.amount_cents,
    words: "We came.",
  });

  await customer.setViewportSize(PHONE);
  await openSignedIn(customer, "/customer-dashboard/payments", email);
  const evidence = customer.getByRole("region", { name: "Evidence" }).first();
  await expect(evidence).toContainText("We came.");
  await expect(evidence.getByRole("button", { name: /Photo of our crew/ })).toBeVisible();
  await evidence.getByRole("button", { name: "Dispute this fee" }).click();
  const dialog = customer.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Please tell us what is not right.");
  await dialog.getByLabel("What is not right?").fill("I was at the door the whole morning.");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(evidence).toContainText("You do not have to pay it until we have decided.");
  await expect(evidence.getByRole("button", { name: "Dispute this fee" })).toHaveCount(0);
  expect((await feeOf())?.state).toBe("disputed");

  // The office sees it; an executive alone decides.
  const office = await openAs(browser, baseURL, "admin");
  const waits = await openItem(office, "dispute", `Wim ${tag()}`);
  await expect(waits).toContainText("An executive decides.");
  await office.context().close();
  const boss = await openAs(browser, baseURL, "executive");
  const disputed = await openItem(boss, "dispute", `Wim ${tag()}`);
  await expect(disputed).toContainText("I was at the door the whole morning.");
  await disputed.getByRole("button", { name: "Drop the fee" }).click();
  const dropping = boss.getByRole("dialog", { name: "Drop this fee" });
  await dropping.getByRole("button", { name: "Drop the fee" }).click();
  await expect(dropping.getByRole("alert")).toContainText("Please say why.");
  await boss.getByLabel("Words for the customer").fill("Our crew rang at the wrong door.");
  await dropping.getByRole("button", { name: "Drop the fee" }).click();
  await expect(disputed).toHaveCount(0);
  await expect(inboxRows(boss, `Wim ${tag()}`)).toHaveCount(0);
  await customer.reload();
  await expect(evidence).toContainText("We dropped it: Our crew rang at the wrong door.");
  await boss.context().close();
  await api.dispose();
  await service.dispose();
});
