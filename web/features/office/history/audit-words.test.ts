import { describe, expect, it } from "vitest";
import { actorWords, changesInShort, changesOf, whatHappened } from "./audit-words";

const line = (
  table_name: string,
  action: string,
  before: unknown = null,
  after: unknown = null,
) => ({ table_name, action, before, after });

describe("a line of the history", () => {
  it("says what happened", () => {
    const words = [
      line("bookings", "insert", null, { status: "pending" }),
      line("bookings", "update", { status: "pending" }, { status: "cancelled" }),
      line("bookings", "update", { status: "pending" }, { status: "confirmed" }),
      line("pickups", "insert", null, { status: "in_progress" }),
      line("pickups", "update", { status: "in_progress" }, { status: "completed" }),
      line("kit_deliveries", "insert", null, { state: "packed" }),
      line("kit_deliveries", "update", { state: "out" }, { state: "failed", note: "closed" }),
      line("kit_deliveries", "update", { state: "out", note: null }, { state: "out", note: "x" }),
      line("slot_availability", "update", { capacity: 5 }, { capacity: 6 }),
      line("runs", "insert", null, {}),
      line("push_subscriptions", "delete"),
      line("users", "view"),
      line("bookings", "view"),
      line("bookings", "read", null, { filter: "status=eq.pending", rows: 25 }),
      line("booking_items", "delete", { description: "Lamp" }),
      line("invoices", "insert", null, { number: "INV-000001" }),
      line("invoices", "update", { voided_at: null }, { voided_at: "2027-05-01T12:00:00Z" }),
      line("auth.users", "sign_in_failed"),
      line("auth.users", "something_new"),
      line("pickup_queue", "reorder", ["a"], ["b"]),
      line("settings_versions", "insert", null, { section: "prices" }),
      line("settings_versions", "delete", { section: "prices" }),
      line("auth.users", "factors_reset"),
    ].map(whatHappened);
    expect(words).toEqual([
      "Booking created",
      "Booking cancelled",
      "Booking changed",
      "Pickup added",
      "Pickup completed",
      "Supply kit packed",
      "Supply kit not delivered",
      "Supply kit changed",
      "Slot changed",
      "Run added",
      "Notifications turned off",
      "Looked at the customer",
      "Looked at the booking",
      "Looked through the bookings",
      "Item deleted",
      "Invoice created",
      "Invoice taken back",
      "Sign-in failed",
      "Something new",
      "Order of the line changed",
      "Settings published",
      "Settings taken back",
      "Second factor reset by an executive",
    ]);
  });

  it("says what changed where a booking's links are all that did", () => {
    const words = [
      line("bookings", "update", { slot_id: null }, { slot_id: "a" }),
      line("bookings", "update", { slot_id: "a" }, { slot_id: null }),
      line("bookings", "update", { slot_id: "a" }, { slot_id: "b" }),
      line("bookings", "update", { user_id: null }, { user_id: "a" }),
      line("bookings", "update", { superseded_by: null }, { superseded_by: "b" }),
      line("bookings", "update", { slot_id: "a", address: "x" }, { slot_id: "b", address: "y" }),
    ].map(whatHappened);
    expect(words).toEqual([
      "Place in a window taken",
      "Place in a window released",
      "Place moved to another window",
      "Booking joined to an account",
      "Replaced by a newer booking",
      "Booking changed",
    ]);
    const guest = line(
      "bookings",
      "update",
      { guest_phone: null },
      { guest_phone: "+12505550188" },
    );
    expect(changesInShort(guest, undefined)).toContain("Phone: nothing → ");
  });

  it("tells what changed as a person would, without bookkeeping", () => {
    const change = line(
      "bookings",
      "update",
      { pickup_date: "2027-05-01", status: "pending", slot_id: "a", campus_id: 1 },
      { pickup_date: null, status: "confirmed", slot_id: "b", campus_id: 1 },
    );
    expect(changesOf(change, "-07:00")).toEqual([
      { label: "Pickup date", was: "Sat, May 1, 2027", now: "nothing" },
      { label: "Status", was: "Pending", now: "Confirmed" },
    ]);
    expect(changesInShort(change, "-07:00", 1)).toBe(
      "Pickup date: Sat, May 1, 2027 → nothing · 1 more",
    );
  });

  it("tells what a new row was given, and not what it was not", () => {
    const made = line("bookings", "insert", null, {
      id: "x",
      campus_id: 2,
      first_name: "Ana",
      phone: null,
      has_flight: false,
      cancellation_fee_cents: 10000,
    });
    expect(changesOf(made, undefined)).toEqual([
      { label: "Campus", was: null, now: "UBC Okanagan" },
      { label: "First name", was: null, now: "Ana" },
      { label: "Cancellation fee", was: null, now: "$100" },
    ]);
    expect(changesInShort(made, undefined)).toBe("Campus: UBC Okanagan");
    expect(changesInShort(line("users", "view"), undefined)).toBe("");
    const read = line("bookings", "read", null, { filter: "status=eq.pending", rows: 25 });
    expect(changesInShort(read, undefined)).toBe("25 rows · status=eq.pending");
  });

  it("names who did it, or what they are", () => {
    expect(actorWords({ actor_role: "admin" }, "Alma Reyes")).toBe("Alma Reyes");
    expect(actorWords({ actor_role: "anon" }, null)).toBe("A visitor");
    expect(actorWords({ actor_role: "postgres" }, undefined)).toBe("Automatic");
  });
});
