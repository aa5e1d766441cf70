import { afterEach, expect, it } from "vitest";
import { onStepUp, steppedUp } from "./step-up";

const refusal = (details: unknown) => Response.json({ code: "PT403", details }, { status: 403 });
let stop = () => {};
afterEach(() => stop());

it("asks for the second step of the session that was refused, and says whether it was shown", async () => {
  const asked: string[] = [];
  stop = onStepUp(async (storageKey) => {
    asked.push(storageKey);
    return asked.length === 1;
  });
  expect(await steppedUp(refusal("recent_factor_needed"), "executive")).toBe(true);
  expect(await steppedUp(refusal("recent_factor_needed"), "main")).toBe(false);
  expect(asked).toEqual(["executive", "main"]);
});

it("leaves other refusals alone, and asks nobody where no page can", async () => {
  stop = onStepUp(async () => true);
  expect(await steppedUp(refusal("close-to-pickup"), "main")).toBe(false);
  expect(await steppedUp(refusal(null), "main")).toBe(false);
  expect(await steppedUp(new Response("no", { status: 403 }), "main")).toBe(false);
  expect(await steppedUp(Response.json({ details: "recent_factor_needed" }), "main")).toBe(false);
  stop();
  expect(await steppedUp(refusal("recent_factor_needed"), "main")).toBe(false);
});

it("leaves the answer to be read by whoever sent the request", async () => {
  stop = onStepUp(async () => false);
  const answer = refusal("recent_factor_needed");
  await steppedUp(answer, "main");
  expect(await answer.json()).toEqual({ code: "PT403", details: "recent_factor_needed" });
});
