import type { Booking } from "@api/bookings/booking";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { BookingSections } from "./booking-sections";

afterEach(cleanup);

const booking = { id: "7f3a91c2", status: "confirmed", needs: [] } as unknown as Booking;

it("names who is at the door and who pays, for a call of theirs", () => {
  const people = {
    contact_name: "Wei Zhang",
    contact_phone: "+16045550177",
    payer_email: "mother@family.example",
  };
  render(<BookingSections booking={{ ...booking, ...people }} utcOffset="-07:00" />);
  expect(screen.getByText("Wei Zhang, +1 604 555 0177")).toBeTruthy();
  expect(screen.getByText("mother@family.example")).toBeTruthy();
});

it("marks a guest whose address nobody has confirmed, also without a limited place", () => {
  const guest = { ...booking, status: "pending", user_id: null, email_confirmed_at: null };
  const { unmount } = render(
    <BookingSections booking={{ ...guest, confirm_by: null } as Booking} utcOffset="-07:00" />,
  );
  expect(screen.getByText("Not confirmed yet")).toBeTruthy();
  unmount();
  const confirmed = { ...guest, email_confirmed_at: "2027-04-01T10:00:00Z" } as Booking;
  render(<BookingSections booking={confirmed} utcOffset="-07:00" />);
  expect(screen.queryByText(/Not confirmed yet/)).toBeNull();
});

it("says nothing of people who are not there", () => {
  render(<BookingSections booking={booking} utcOffset="-07:00" />);
  expect(screen.queryByText("At the door")).toBeNull();
  expect(screen.queryByText("Email for invoices")).toBeNull();
});
