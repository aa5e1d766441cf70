import { ApiError } from "@api/errors";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { OpenConversations } from "./open-conversations";

const api = vi.hoisted(() => ({
  openConversations: vi.fn(),
  answeredConversations: vi.fn(),
  answerConversation: vi.fn(),
}));
vi.mock(import("@api/customers/conversations"), async (original) => ({
  ...(await original()),
  ...api,
}));
vi.mock(import("@api/clock"), async (original) => ({
  ...(await original()),
  serverNow: () => Date.parse("2027-05-02T18:00:00Z"),
  useCampusClock: (() => ({ data: { utc_offset: "-07:00" } })) as never,
}));

const waiting = {
  id: "c1",
  booking_id: "b1",
  about: "booking",
  about_id: null,
  about_name: null,
  state: "open",
  answer_due_at: "2027-05-02T17:00:00Z",
  created_at: "2027-05-01T17:00:00Z",
  updated_at: "2027-05-01T17:00:00Z",
  customer: "Mina Park",
  customer_id: "SS-7K4M2",
  campus: "Vancouver",
  messages: [
    {
      id: "m1",
      sender_role: "customer",
      words: "Can I bring a bike?",
      via: "web",
      created_at: "2027-05-01T17:00:00Z",
    },
  ],
};

function show() {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <OpenConversations />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

afterEach(cleanup);

it("marks a message as overdue and answers what was read", async () => {
  api.openConversations.mockResolvedValue([waiting]);
  show();
  const one = await screen.findByRole("article", { name: "Message of Mina Park, Booking" });
  expect(one.textContent).toContain("Overdue");
  expect(one.textContent).toContain("Answer by Sun, May 2, 10:00 AM");
  fireEvent.click(screen.getByRole("button", { name: /Read and answer/ }));
  screen.getByText("Can I bring a bike?");
  fireEvent.click(screen.getByRole("button", { name: /^Send/ }));
  screen.getByText("Please write an answer.");
  const typed = screen.getByLabelText("Answer") as HTMLTextAreaElement;
  fireEvent.change(typed, { target: { value: "Yes, for $25." } });
  api.answerConversation.mockRejectedValueOnce(
    new ApiError(409, "PT409", "The customer has written again. Please read it first."),
  );
  fireEvent.click(screen.getByRole("button", { name: /^Send ?to/ }));
  await screen.findByText("The customer has written again. Please read it first.");
  expect(typed.value).toBe("Yes, for $25.");
  api.answerConversation.mockResolvedValueOnce({ ...waiting, state: "closed" });
  api.openConversations.mockResolvedValue([]);
  fireEvent.click(screen.getByRole("button", { name: /^Send and close/ }));
  await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
  expect(api.answerConversation.mock.calls[1]?.[0]).toMatchObject({
    conversation_id: "c1",
    seen_message_id: "m1",
    words: "Yes, for $25.",
    close: true,
  });
});

it("shows those that were answered on request", async () => {
  api.openConversations.mockResolvedValue([]);
  api.answeredConversations.mockResolvedValue([
    { ...waiting, state: "answered", answer_due_at: null },
  ]);
  show();
  fireEvent.click(screen.getByRole("button", { name: "Show the answered ones" }));
  await screen.findByRole("article", { name: "Message of Mina Park, Booking" });
  fireEvent.click(screen.getByRole("button", { name: "Hide the answered ones" }));
  expect(screen.queryByRole("article")).toBeNull();
});
