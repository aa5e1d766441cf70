import type { NewBooking } from "@api/bookings/booking";
import { ApiError } from "@api/errors";
import { type Answers, emptyAnswers } from "@features/booking/answers/answers";
import { describe, expect, it } from "vitest";
import {
  type AccountOutcome,
  createSubmission,
  type SubmissionError,
  WAIT_AFTER_ACCOUNT_MS,
} from "./submit-booking";

const DATA: Answers = {
  ...emptyAnswers({ campusId: 1 }),
  firstName: "Maya",
  lastName: "Chen",
  email: "Maya@wizard.test",
  phone: "604 555 0187",
  password: "five-boxes",
  wantsSupplies: false,
  pickupDate: "2027-04-30",
  pickupTime: "9:00 AM - 12:00 PM",
  deliveryOption: "decide_later",
};
const STORED = { id: "7f3a91c2", confirm_by: null };
const WAITING: AccountOutcome = { userId: null, kind: "created" };
const FULL = new ApiError(409, "PT409", "The pickup window is full.", null, {
  full: true,
  free: [{ date: "2027-04-30", pickup_time: null }],
});

/** A submission whose server answers with these, in turn; an Error is thrown. */
function submission(accounts: (AccountOutcome | unknown)[], bookings: (Error | null)[] = [null]) {
  const log: string[] = [];
  const sent: { booking: NewBooking; key: string }[] = [];
  let keys = 0;
  const submit = createSubmission({
    async createAccount(data) {
      log.push(`account ${data.email}`);
      const answer = accounts.shift();
      if (answer instanceof Error) throw answer;
      return answer as AccountOutcome;
    },
    async createBooking(booking, key) {
      log.push("booking");
      sent.push({ booking, key });
      const answer = bookings.shift();
      if (answer) throw answer;
      return STORED;
    },
    async wait(milliseconds) {
      log.push(`wait ${milliseconds}`);
    },
    newKey: () => `key ${++keys}`,
  });
  const failure = async (data = DATA, userId: string | null = null) =>
    (await submit(data, userId).then(
      () => {
        throw new Error("the submission went through");
      },
      (error: unknown) => error,
    )) as SubmissionError;
  return { submit, failure, log, sent };
}

const authError = (status: number, code: string, message: string) =>
  Object.assign(new Error(message), { status, code });

describe("the final sequence", () => {
  // Rule: account-in-wizard.
  it("creates the account, waits a second, then books as a guest", async () => {
    const { submit, log, sent } = submission([WAITING]);
    expect(await submit(DATA, null)).toEqual({ account: WAITING, stored: STORED });
    expect(log).toEqual(["account Maya@wizard.test", `wait ${WAIT_AFTER_ACCOUNT_MS}`, "booking"]);
    expect(WAIT_AFTER_ACCOUNT_MS).toBe(1_000);
    expect(sent[0]?.booking.guest_email).toBe("Maya@wizard.test");
  });

  it("books for the account when the sign-up gave a session", async () => {
    const { submit, sent } = submission([{ userId: "7f3a", kind: "created" }]);
    await submit(DATA, null);
    expect(sent[0]?.booking.user_id).toBe("7f3a");
    expect(sent[0]?.booking.guest_email).toBeUndefined();
  });

  it("creates no account for somebody who is signed in, and needs no password", async () => {
    const { submit, log, sent } = submission([]);
    expect(await submit({ ...DATA, password: "" }, "7f3a")).toEqual({
      account: null,
      stored: STORED,
    });
    expect(log).toEqual(["booking"]);
    expect(sent[0]?.booking.user_id).toBe("7f3a");
  });
});

describe("a retry", () => {
  const LOST = new ApiError(0, "", "We can't reach the server.");

  it("neither signs up nor books twice", async () => {
    const { submit, failure, log, sent } = submission([WAITING], [LOST, null]);
    await failure();
    await submit(DATA, null);
    expect(log.filter((line) => line.startsWith("account"))).toHaveLength(1);
    expect(sent.map(({ key }) => key)).toEqual(["key 1", "key 1"]);
  });

  it("is another booking once an answer was changed", async () => {
    const { submit, failure, sent } = submission([WAITING], [FULL, null]);
    await failure();
    await submit({ ...DATA, pickupTime: "12:00 PM - 3:00 PM" }, null);
    expect(sent.map(({ key }) => key)).toEqual(["key 1", "key 2"]);
  });

  it("after a lost answer says the same again, whatever place is kept by then", async () => {
    const { submit, sent } = submission([], [LOST, null]);
    await submit(DATA, "7f3a", "hold 1").catch(() => undefined);
    await submit(DATA, "7f3a", "hold 2");
    expect(sent.map(({ booking, key }) => [booking.hold_id, key])).toEqual([
      ["hold 1", "key 1"],
      ["hold 1", "key 1"],
    ]);
  });

  it("after a refusal goes out with the place that is kept now", async () => {
    const { submit, sent } = submission([], [FULL, null]);
    await submit(DATA, "7f3a", "hold 1").catch(() => undefined);
    await submit(DATA, "7f3a", "hold 2");
    expect(sent.map(({ booking, key }) => [booking.hold_id, key])).toEqual([
      ["hold 1", "key 1"],
      ["hold 2", "key 2"],
    ]);
  });

  it("signs up anew for another address only", async () => {
    const { submit, failure, log } = submission([WAITING, WAITING], [LOST, LOST, null]);
    await failure();
    await failure({ ...DATA, email: "maya@WIZARD.test" });
    await submit({ ...DATA, email: "other@wizard.test" }, null);
    expect(log.filter((line) => line.startsWith("account"))).toEqual([
      "account Maya@wizard.test",
      "account other@wizard.test",
    ]);
  });

  it("after a failed sign-up tries the sign-up again", async () => {
    const { submit, failure, log } = submission([authError(500, "x", "No."), WAITING]);
    expect((await failure()).message).toBe("Account creation failed: No.");
    expect(log).not.toContain("booking");
    await submit(DATA, null);
    expect(log.at(-1)).toBe("booking");
  });
});

describe("failures", () => {
  it("names the full window, its alternatives and the way to change it", async () => {
    const error = await submission([WAITING], [FULL]).failure();
    expect(error.message).toBe("Booking failed: The pickup window is full.");
    expect(error.alternatives).toEqual(["Friday, April 30, 2027, any time"]);
    expect(error.remedy).toEqual({ step: "pickup", label: "Change pickup time" });
  });

  it("shows the server's words", async () => {
    const error = await submission([WAITING], [new ApiError(400, "x", "Phone is odd.")]).failure();
    expect(error.message).toBe("Booking failed: Phone is odd.");
  });

  it("says when to try again after too many mails", async () => {
    const words = "For security purposes, you can only request this after 42 seconds.";
    const error = await submission([authError(429, "over_email_send_rate_limit", words)]).failure();
    expect(error.message).toMatch(/^Account creation failed: .* in 42 seconds\.$/);
  });

  it("sends an address that has an account to sign in or to another address", async () => {
    const known = authError(422, "user_already_exists", "User already registered");
    const error = await submission([known]).failure();
    expect(error.message).toMatch(/^Account creation failed: .*already has an account/);
    expect(error.signIn).toBe(true);
    expect(error.remedy?.step).toBe("guestInfo");
  });

  it("leads to the password step for a weak password", async () => {
    const weak = authError(422, "weak_password", "Password is known to be weak.");
    const error = await submission([weak]).failure();
    expect(error.remedy?.step).toBe("passwordCreation");
  });

  it.each([
    [{ campusId: null }, "Campus selection is required"],
    [{ lastName: " " }, "Name and email are required"],
    [{ password: "" }, "Email and password are required"],
  ])("asks nobody while %j", async (missing, words) => {
    const { failure, log } = submission([WAITING]);
    expect((await failure({ ...DATA, ...missing })).message).toBe(words);
    expect(log).toEqual([]);
  });

  it("leads to the date where the booking there is is close, and to signing in where guests are many", async () => {
    const close = new ApiError(409, "PT409", "Less than 48 hours away.", "rpc", "close-to-pickup");
    const many = new ApiError(409, "PT409", "Confirm yours first.", null, "confirm-first");
    const { failure } = submission([WAITING], [close, many]);
    const first = await failure(DATA, "7f3a");
    expect([first.changeDate, first.remedy, first.alternatives]).toEqual([true, null, []]);
    const second = await failure();
    expect([second.signIn, second.changeDate, second.alternatives]).toEqual([true, false, []]);
  });
});

it.each([
  ["First name must not contain a web address.", "guestInfo"],
  ["Phone of the person at the door is too long: at most 40 characters, please.", "guestInfo"],
  ["Please enter a phone number with its area code.", "guestInfo"],
  ["Please enter a valid email address.", "guestInfo"],
  ["Building name must not contain a web address.", "pickup"],
  ["Please choose one of the flight time windows.", "pickup"],
  ["Delivery address must not contain a web address.", "delivery"],
  ["We do not serve that campus.", "schoolSearch"],
  ["We can't take that pickup date. Please choose another day.", "pickup"],
  ["We can't take that supply kit delivery date. Please choose another day.", "supplyKit"],
  ["We can't take that return delivery date. Please choose another day.", "delivery"],
  ["Please send at most 100 bookings at once.", undefined],
])("'%s' leads to the step that asks for it", async (message, step) => {
  const { failure } = submission([], [new ApiError(400, "P0001", message)]);
  expect((await failure(DATA, "7f3a")).remedy?.step).toBe(step);
});
