import {
  answeredConversations,
  type CustomerConversation,
  conversationKeys,
} from "@api/customers/conversations";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Skeleton } from "@components/ui/skeleton";
import { conversationSubject } from "@lib/format/conversation-subject";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { ConversationPanel } from "./conversation-panel";

/** Conversations that wait for nothing; each can be written to again. */
export function AnsweredConversations() {
  const { data, error } = useQuery({
    queryKey: conversationKeys.answered,
    queryFn: answeredConversations,
    networkMode: "always",
  });
  return (
    <section aria-labelledby="answered-title" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 id="answered-title" className="text-lg">
        Answered messages
      </h3>
      {error ? <FormAlert tone="error">{toApiError(error).message}</FormAlert> : null}
      {data || error ? null : <Skeleton className="h-24" />}
      {data?.length === 0 ? <p className="text-muted">None is answered yet.</p> : null}
      {data?.map((one) => (
        <Answered key={one.id} one={one} />
      ))}
    </section>
  );
}

function Answered({ one }: { one: CustomerConversation }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-line bg-sheet px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-4 text-sm">
        <span className="font-semibold wrap-anywhere">{one.customer}</span>
        <span>{conversationSubject(one)}</span>
        <span className="text-muted">{one.campus}</span>
        <Button variant="link" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide the messages" : "Read"}
          <span className="sr-only"> of {one.customer}</span>
        </Button>
        <Link
          to={`/admin-dashboard?tab=bookings&booking=${one.booking_id}`}
          className="min-h-11 content-center underline decoration-line-strong underline-offset-4 md:min-h-9"
        >
          Booking
        </Link>
      </div>
      {open ? <ConversationPanel one={one} onDone={() => undefined} /> : null}
    </div>
  );
}
