import { serverNow, useCampusClock } from "@api/clock";
import {
  answerConversation,
  answeredConversations,
  type CustomerConversation,
  conversationKeys,
} from "@api/customers/conversations";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { FormAlert } from "@components/form-alert";
import { MessageList } from "@components/messages/message-list";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { useOpenConversations } from "@features/office/waiting-queries";
import { campusDeadline } from "@lib/format/campus-hour";
import { conversationSubject } from "@lib/format/conversation-subject";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

/**
 * Customers' messages that wait for an answer, by the time it is due, and on request those that are
 * answered (rule: conversation).
 */
export function OpenConversations() {
  const [showsAnswered, setShowsAnswered] = useState(false);
  const { data } = useOpenConversations(true);
  const answered = useQuery({
    queryKey: conversationKeys.answered,
    queryFn: answeredConversations,
    enabled: showsAnswered,
    networkMode: "always",
  });
  return (
    <section aria-labelledby="conversations-title" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id="conversations-title" className="text-lg">
          Messages
        </h3>
        <Button
          variant="link"
          size="sm"
          aria-expanded={showsAnswered}
          onClick={() => setShowsAnswered(!showsAnswered)}
        >
          {showsAnswered ? "Hide the answered ones" : "Show the answered ones"}
        </Button>
      </div>
      {data?.map((one) => (
        <OpenConversation key={one.id} one={one} />
      ))}
      {answered.error ? (
        <FormAlert tone="error">{toApiError(answered.error).message}</FormAlert>
      ) : null}
      {showsAnswered && answered.data?.length === 0 ? (
        <p className="text-muted">None is answered yet.</p>
      ) : null}
      {showsAnswered
        ? answered.data?.map((one) => <OpenConversation key={one.id} one={one} />)
        : null}
    </section>
  );
}

function OpenConversation({ one }: { one: CustomerConversation }) {
  const clock = useCampusClock().data;
  const [open, setOpen] = useState(false);
  // Folded, it keeps what is typed.
  const [wasOpened, setWasOpened] = useState(false);
  const subject = conversationSubject(one);
  const due = one.answer_due_at;
  const overdue = due !== null && clock !== undefined && Date.parse(due) < serverNow(clock);
  return (
    <article
      aria-label={`Message of ${one.customer}, ${subject}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-2xl border border-line-strong bg-sheet p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 className="min-w-0 text-base font-semibold wrap-anywhere">{one.customer}</h4>
        {one.customer_id ? <Code className="text-xs">{one.customer_id}</Code> : null}
        <span className="text-sm">{subject}</span>
        <span className="text-sm text-muted">{one.campus}</span>
        {overdue ? <Badge tone="brick">Overdue</Badge> : null}
        {due && clock ? (
          <span className="tabular text-sm text-muted">
            Answer by {campusDeadline(due, clock.utc_offset)}
          </span>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-x-4">
        <Button
          variant="link"
          size="sm"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
            setWasOpened(true);
          }}
        >
          {open ? "Hide the messages" : "Read and answer"}
          <span className="sr-only"> of {one.customer}</span>
        </Button>
        <Link
          to={`/admin-dashboard?tab=bookings&booking=${one.booking_id}`}
          className="min-h-11 content-center text-sm underline decoration-line-strong underline-offset-4 md:min-h-9"
        >
          Booking
        </Link>
      </div>
      {wasOpened ? (
        <div hidden={!open} className={open ? "grid gap-3" : ""}>
          <MessageList
            messages={one.messages}
            reader="office"
            names={{ customer: one.customer, office: "Office" }}
            utcOffset={clock?.utc_offset}
          />
          <Answer one={one} />
        </div>
      ) : null}
    </article>
  );
}

function Answer({ one }: { one: CustomerConversation }) {
  const queries = useQueryClient();
  const [ids] = useState(onceKeys);
  const [words, setWords] = useState("");
  const [wrong, setWrong] = useState("");
  const seen = one.messages.findLast(({ sender_role }) => sender_role === "customer")?.id ?? "";
  const answer = useMutation({
    mutationFn: (close: boolean) =>
      answerConversation({
        id: ids.keyFor([words, close, seen]),
        conversation_id: one.id,
        seen_message_id: seen,
        words,
        close,
      }),
    networkMode: "always",
    onSuccess: (answered) => {
      toast.success(answered.state === "closed" ? "Conversation closed" : "Answer sent", {
        description: words.trim() ? `${one.customer} gets it by email.` : one.customer,
      });
      setWords("");
    },
    onSettled: () => queries.invalidateQueries({ queryKey: conversationKeys.all }),
  });
  function send(close: boolean) {
    const fault = words.trim() || close ? "" : "Please write an answer.";
    setWrong(fault);
    if (!fault && !answer.isPending) answer.mutate(close);
  }
  return (
    <div className="grid gap-3 border-t border-dashed border-line-strong pt-3">
      <Field label="Answer" hint="Goes by email, and stands in My Storage." error={wrong}>
        <Textarea
          rows={4}
          maxLength={4000}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
      {answer.error ? <FormAlert tone="error">{toApiError(answer.error).message}</FormAlert> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="pine" busy={answer.isPending} onClick={() => send(false)}>
          Send
          <span className="sr-only"> to {one.customer}</span>
        </Button>
        <Button variant="secondary" disabled={answer.isPending} onClick={() => send(true)}>
          {words.trim() ? "Send and close" : "Close"}
          <span className="sr-only"> the conversation of {one.customer}</span>
        </Button>
      </div>
    </div>
  );
}
