import { useCampusClock } from "@api/clock";
import {
  answerConversation,
  type CustomerConversation,
  conversationKeys,
} from "@api/customers/conversations";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { FormAlert } from "@components/form-alert";
import { MessageList } from "@components/messages/message-list";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { conversationSubject } from "@lib/format/conversation-subject";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

interface ConversationPanelProps {
  one: CustomerConversation;
  onDone: () => void;
}

/** A customer's messages and the office's answers, and the next answer (rule: conversation). */
export function ConversationPanel({ one, onDone }: ConversationPanelProps) {
  const clock = useCampusClock().data;
  return (
    <article
      aria-label={`Message of ${one.customer}, ${conversationSubject(one)}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <MessageList
        messages={one.messages}
        reader="office"
        names={{ customer: one.customer, office: "Office" }}
        utcOffset={clock?.utc_offset}
      />
      <Answer one={one} onDone={onDone} />
    </article>
  );
}

function Answer({ one, onDone }: ConversationPanelProps) {
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
      onDone();
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
