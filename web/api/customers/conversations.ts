import { type Arguments, command, type Result, readCommand } from "@api/client";

export type Conversation = Result<"own_conversations">[number];
export type CustomerConversation = Result<"conversations">[number];

export const conversationKeys = {
  all: ["conversations"] as const,
  own: (bookingId: string) => ["conversations", "own", bookingId] as const,
  one: (id: string) => ["conversations", "one", id] as const,
  answered: ["conversations", "answered"] as const,
};

/** The customer's conversations about a booking, the newest first. */
export const ownConversations = (bookingId: string) =>
  readCommand("own_conversations", { booking_id: bookingId });

/** Writes to the office; the same message id again adds nothing. */
export const writeToOffice = (given: Arguments<"write_to_office">) =>
  command("write_to_office", given);

/** A conversation with its messages. The office only. */
export const readConversation = (id: string) => readCommand("conversation", { id });

/** Conversations that wait for nothing: answered, then closed. */
export async function answeredConversations(): Promise<CustomerConversation[]> {
  const states = ["answered", "closed"] as const;
  return (await Promise.all(states.map((state) => readCommand("conversations", { state })))).flat();
}

/** Answers or closes a conversation; 409 if the customer has written since. The office only. */
export const answerConversation = (given: Arguments<"answer_conversation">) =>
  command("answer_conversation", given);
