import { ApiError } from "@api/errors";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import MessagesCard from "./messages-card";

const api = vi.hoisted(() => ({ ownConversations: vi.fn(), writeToOffice: vi.fn() }));
vi.mock(import("@api/customers/conversations"), async (original) => ({
  ...(await original()),
  ...api,
}));
vi.mock(import("@api/clock"), async (original) => ({
  ...(await original()),
  useCampusClock: (() => ({ data: { utc_offset: "-07:00" } })) as never,
}));

const answered = {
  id: "c1",
  booking_id: "b1",
  about: "invoice",
  about_id: "i1",
  about_name: "INV-000012",
  state: "open",
  answer_due_at: "2027-05-02T17:00:00Z",
  created_at: "2027-05-01T17:00:00Z",
  updated_at: "2027-05-01T17:00:00Z",
  messages: [
    {
      id: "m1",
      sender_role: "customer",
      words: "Why two boxes?",
      via: "mail",
      created_at: "2027-05-01T17:00:00Z",
    },
  ],
};

function show(address = "/customer-dashboard") {
  Element.prototype.scrollIntoView = vi.fn();
  render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: 0 } } })}>
        <MessagesCard ownBookingId="b1" />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

beforeEach(() => {
  api.ownConversations.mockResolvedValue([]);
  api.writeToOffice.mockReset();
});
afterEach(cleanup);

it("says within which time we answer, and until when an open question is answered", async () => {
  api.ownConversations.mockResolvedValue([answered]);
  show();
  screen.getByText("We answer within 24 hours, here and by email.");
  const one = await screen.findByRole("article", { name: "Invoice INV-000012" });
  expect(one.textContent).toContain("Why two boxes?");
  expect(one.textContent).toContain("by email");
  expect(one.textContent).toContain("We answer by Sun, May 2, 10:00 AM, campus time.");
});

it("keeps what was typed while we cannot be reached, and sends the same message again", async () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "Write to us" }));
  const typed = screen.getByLabelText(/Your message about your booking/) as HTMLTextAreaElement;
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  screen.getByText("Please write a message.");
  fireEvent.change(typed, { target: { value: "Can I bring a bike?" } });
  api.writeToOffice.mockRejectedValueOnce(new ApiError(0, "", "We can't reach the server."));
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.getByRole("alert")).toBeTruthy());
  expect(typed.value).toBe("Can I bring a bike?");
  api.writeToOffice.mockResolvedValueOnce([{ ...answered, about: "booking", about_name: null }]);
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByRole("article", { name: "Booking" });
  const [[first], [second]] = api.writeToOffice.mock.calls as [[object], [object]];
  expect(second).toEqual(first);
});

it("asks about the count that differs", async () => {
  show("/customer-dashboard?about=count");
  const typed = await screen.findByLabelText(/Your message about the count/);
  fireEvent.change(typed, { target: { value: "It was eight." } });
  api.writeToOffice.mockResolvedValueOnce([]);
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() =>
    expect(api.writeToOffice.mock.calls[0]?.[0]).toMatchObject({ about: "count", about_id: null }),
  );
});

it("asks about the invoice that a link names", async () => {
  show("/customer-dashboard?about=invoice&id=i7&booking=b0");
  const typed = await screen.findByLabelText(/Your message about this invoice/);
  fireEvent.change(typed, { target: { value: "What is this?" } });
  api.writeToOffice.mockResolvedValueOnce([]);
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() =>
    expect(api.writeToOffice.mock.calls[0]?.[0]).toMatchObject({
      booking_id: "b0",
      about: "invoice",
      about_id: "i7",
    }),
  );
});
