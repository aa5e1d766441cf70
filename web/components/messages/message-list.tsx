import { cn } from "@lib/cn";
import { formatCampusTime } from "@lib/format/campus-time";

type Side = "customer" | "office";

interface MessageListProps {
  messages: readonly {
    id: string;
    sender_role: Side;
    words: string;
    via: "mail" | "web";
    created_at: string;
  }[];
  /** whose messages stand on the right */
  reader: Side;
  /** the names of both sides */
  names: Record<Side, string>;
  utcOffset: string | undefined;
}

/** What was written in a conversation, the oldest first. */
export function MessageList({ messages, reader, names, utcOffset }: MessageListProps) {
  return (
    <ol className="grid gap-2">
      {messages.map((one) => (
        <li
          key={one.id}
          className={cn(
            "grid w-fit max-w-[90%] gap-0.5 rounded-2xl border border-line px-4 py-2.5",
            one.sender_role === reader ? "justify-self-end bg-mist" : "bg-sheet",
          )}
        >
          <p className="text-xs text-muted">
            <span className="font-semibold">{names[one.sender_role]}</span>
            {one.via === "mail" ? ", by email" : ""}
            {", "}
            <span className="tabular">{formatCampusTime(one.created_at, utcOffset)}</span>
          </p>
          <p className="text-sm wrap-anywhere whitespace-pre-line">{one.words}</p>
        </li>
      ))}
    </ol>
  );
}
