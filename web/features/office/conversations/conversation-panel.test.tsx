import type { CustomerConversation } from "@api/customers/conversations";
import { ApiError } from "@api/errors";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { AnsweredConversations } from "./answered-conversations";
import { ConversationPanel } from "./conversation-panel";

const api = vi.hoisted(() => ({
  answeredConversations: vi.fn(),
  answerConversation: vi.fn(),
}));
vi.mock(import("@api/customers/conversations"), async (original) => ({
  ...(await original()),
  ...api,
}));
vi.mock(import("@api/clock"), async (original) => ({
  ...(await original()),
  useCampusClock: (() => ({ data: { utc_offset: "-07:00" } })) as never,
}));

const waiting: CustomerConversation = {
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

function show(panel: ReactElement) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>{panel}</QueryClientProvider>
    </MemoryRouter>,
  );
}

afterEach(cleanup);

it("answers what was read, and keeps the words of a refused answer", async () => {
  const onDone = vi.fn();
  show(<ConversationPanel one={waiting} onDone={onDone} />);
  screen.getByRole("article", { name: "Message of Mina Park, Booking" });
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
  expect(onDone).not.toHaveBeenCalled();
  api.answerConversation.mockResolvedValueOnce({ ...waiting, state: "closed" });
  fireEvent.click(screen.getByRole("button", { name: /^Send and close/ }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(api.answerConversation.mock.calls[1]?.[0]).toMatchObject({
    conversation_id: "c1",
    seen_message_id: "m1",
    words: "Yes, for $25.",
    close: true,
  });
});

it("shows those that were answered, each with its messages on request", async () => {
  api.answeredConversations.mockResolvedValue([
    { ...waiting, state: "answered", answer_due_at: null },
  ]);
  show(<AnsweredConversations />);
  fireEvent.click(await screen.findByRole("button", { name: /^Read ?of Mina/ }));
  screen.getByText("Can I bring a bike?");
  fireEvent.click(screen.getByRole("button", { name: /^Hide the messages/ }));
  expect(screen.queryByRole("article")).toBeNull();
});
