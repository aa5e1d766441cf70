import { test } from "@playwright/test";
import {
  adminApi,
  line,
  nobodyThere,
  PHONE,
  returning,
  rowsOf,
  runsAddress,
  stopOf,
} from "./run-days";
import { asService, expect, openAs } from "./staff-session";

test.describe.configure({ timeout: 120_000 });

test("a phone without room at the door says so, and loses nothing of it", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const office = await adminApi(baseURL);
  const bookings = await returning(service, office, ["Uma"]);
  const crew = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  await crew.goto(runsAddress);
  await expect(line(crew, "Uma")).toBeVisible();
  await crew.evaluate(() => {
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Storage.prototype.setItem = full;
    IDBObjectStore.prototype.add = full;
    IDBObjectStore.prototype.put = full;
  });
  await crew.context().setOffline(true);
  await nobodyThere(crew, "Uma");
  await expect(crew.getByText("No room on this device", { exact: true })).toBeVisible();
  await expect(crew.getByText("This is kept in memory only.", { exact: false })).toBeVisible();
  await crew.context().setOffline(false);
  await expect
    .poll(() => stopOf(service, bookings.get("Uma")?.id).then(({ state }) => state))
    .toBe("failed");
  const [fee] = await rowsOf<{ photo_id: string }>(
    service,
    `fee_proposals?booking_id=eq.${bookings.get("Uma")?.id}`,
  );
  await expect.poll(async () => (await office.get(`/files/${fee?.photo_id}`)).status()).toBe(200);
  await crew.context().close();
  await office.dispose();
  await service.dispose();
});
