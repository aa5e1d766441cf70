import { useCampusClock } from "@api/clock";
import {
  type Conversation,
  conversationKeys,
  ownConversations,
  writeToOffice,
} from "@api/customers/conversations";
import { onceKeys } from "@api/once";
import { MessageList } from "@components/messages/message-list";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { Refusal } from "@features/customer/booking/refusal";
import { newId } from "@lib/browser/new-id";
import { campusDeadline } from "@lib/format/campus-hour";
import { conversationSubject } from "@lib/format/conversation-subject";
import { isUnreachable } from "@lib/lists/list-query";
import { business } from "@lib/site/published";
import { questionIn, withoutQuestion } from "@lib/site/question-address";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";

const POLL_MS = 30_000;
/** While the server is away, which the page says. */
const RECOVERY_MS = 4_000;
const TITLES: Record<Topic["about"], string> = {
  booking: "your booking",
  invoice: "this invoice",
  item: "this item",
  claim: "this claim",
  count: "the count",
};
const NAMES = { customer: "You", office: "Our office" };

/** What a message is about, and the conversation that it goes on with. */
interface Topic {
  id: string;
  about: Conversation["about"];
  aboutId: string | null;
  title: string;
}

/** Conversations with the office about the booking (rule: conversation). */
export default function MessagesCard({ ownBookingId }: { ownBookingId: string }) {
  const [address, setAddress] = useSearchParams();
  const asked = questionIn(address);
  // An invoice may be of an earlier booking.
  const bookingId = asked?.booking ?? ownBookingId;
  const [newConversation, setNewConversation] = useState(newId);
  const [chosen, setChosen] = useState<Topic | null>(null);
  // What is typed stays while the topic changes.
  const [words, setWords] = useState("");
  const opener = useRef<HTMLButtonElement>(null);
  const { data, error } = useQuery({
    queryKey: conversationKeys.own(bookingId),
    queryFn: () => ownConversations(bookingId),
    networkMode: "always",
    retry: false,
    refetchInterval: ({ state }) => (isUnreachable(state.error) ? RECOVERY_MS : POLL_MS),
  });
  const topic: Topic | null =
    chosen ??
    (asked && {
      id: newConversation,
      about: asked.about,
      aboutId: asked.id ?? null,
      title: TITLES[asked.about],
    });
  const question = asked ? JSON.stringify(asked) : "";
  // A link to a question leads there, whatever was open.
  useEffect(() => {
    if (question) setChosen(null);
  }, [question]);
  const isOpen = topic !== null;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  function close() {
    setChosen(null);
    setWords("");
    setNewConversation(newId());
    if (asked) setAddress(withoutQuestion, { replace: true, preventScrollReset: true });
  }

  return (
    <Card role="region" aria-label="Messages" className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CardTitle>Messages</CardTitle>
        {topic ? null : (
          <Button
            ref={opener}
            variant="secondary"
            size="sm"
            onClick={() =>
              setChosen({
                id: newConversation,
                about: "booking",
                aboutId: null,
                title: TITLES.booking,
              })
            }
          >
            Write to us
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        We answer within {business.answer_hours} hours, here and by email.
      </p>
      {isUnreachable(error) ? null : <Refusal error={error} />}
      {topic ? (
        <WriteForm
          key={topic.id}
          topic={topic}
          bookingId={bookingId}
          words={words}
          setWords={setWords}
          onClose={close}
        />
      ) : null}
      {data?.map((one) => (
        <OwnConversation
          key={one.id}
          one={one}
          onReply={() =>
            setChosen({
              id: one.id,
              about: one.about,
              aboutId: one.about_id,
              title: conversationSubject(one).toLowerCase(),
            })
          }
        />
      ))}
    </Card>
  );
}

function OwnConversation({ one, onReply }: { one: Conversation; onReply: () => void }) {
  const utcOffset = useCampusClock().data?.utc_offset;
  const subject = conversationSubject(one);
  return (
    <article aria-label={subject} className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="min-w-0 text-base wrap-anywhere">{subject}</h3>
        {one.state === "open" ? (
          <Badge tone="tape">Waiting for us</Badge>
        ) : (
          <Badge tone="pine">{one.state === "answered" ? "Answered" : "Closed"}</Badge>
        )}
      </div>
      <MessageList messages={one.messages} reader="customer" names={NAMES} utcOffset={utcOffset} />
      {one.answer_due_at && utcOffset ? (
        <p className="text-sm text-muted">
          We answer by {campusDeadline(one.answer_due_at, utcOffset)}, campus time.
        </p>
      ) : null}
      <Button variant="link" size="sm" className="justify-self-start" onClick={onReply}>
        Write more
        <span className="sr-only"> about {subject}</span>
      </Button>
    </article>
  );
}

interface WriteFormProps {
  topic: Topic;
  bookingId: string;
  words: string;
  setWords: (words: string) => void;
  onClose: () => void;
}

function WriteForm({ topic, bookingId, words, setWords, onClose }: WriteFormProps) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [ids] = useState(onceKeys);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    form.current?.querySelector("textarea")?.focus();
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const write = useMutation({
    // The same words again are the same message: its answer may have been lost.
    mutationFn: () =>
      writeToOffice({
        id: ids.keyFor(words),
        conversation_id: topic.id,
        booking_id: bookingId,
        about: topic.about,
        about_id: topic.aboutId,
        words,
      }),
    networkMode: "always",
    onSuccess: (conversations) => {
      queries.setQueryData(conversationKeys.own(bookingId), conversations);
      toast.success("Message sent", {
        description: `We answer within ${business.answer_hours} hours.`,
      });
      onClose();
    },
  });
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(words.trim() ? "" : "Please write a message.");
        if (words.trim() && !write.isPending) write.mutate();
      }}
    >
      <Field label={`Your message about ${topic.title}`} error={wrong} required>
        <Textarea
          rows={4}
          maxLength={4000}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
      <Refusal error={write.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={write.isPending}>
          Send
        </Button>
        <Button variant="secondary" disabled={write.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
