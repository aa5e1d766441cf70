import type { AuditLine, AuditSubjects } from "@api/reports/audit";
import { AddressLink } from "@components/lists/address-link";
import type { DataColumn } from "@components/lists/data-table";
import { Button } from "@components/ui/button";
import { formatCampusTime } from "@lib/format/campus-time";
import { changedParams, type ParamChange } from "@lib/lists/url-state";
import { Link } from "react-router";
import { actorWords, changesInShort, whatHappened } from "./audit-words";
import { narrowed } from "./history-view";
import { type SubjectWords, subjectOf } from "./subject-words";

interface HistoryColumns {
  subjects: AuditSubjects | undefined;
  href: (change: ParamChange) => string;
  utcOffset: string | undefined;
  onOpen: (line: AuditLine) => void;
}

const LINK = "underline decoration-line-strong underline-offset-4 hover:decoration-ink";

/** The columns of the history. */
export function historyColumns(context: HistoryColumns): DataColumn<AuditLine>[] {
  const { subjects, href, utcOffset, onOpen } = context;
  return [
    {
      id: "what",
      header: "What",
      width: "w-[17%]",
      title: true,
      cell: (line) => whatHappened(line),
    },
    {
      id: "about",
      header: "About",
      width: "w-[24%]",
      cell: (line) => <Subject {...subjectOf(line, subjects)} />,
    },
    {
      id: "changes",
      header: "Changes",
      desk: true,
      width: "w-auto",
      cell: (line) => {
        const words = changesInShort(line, utcOffset);
        return (
          <span title={words} className="text-muted max-sm:wrap-anywhere">
            {words || "Nothing more to tell"}
          </span>
        );
      },
    },
    {
      id: "who",
      header: "Who",
      width: "w-[14%]",
      cell: (line) => {
        const name = actorWords(line, subjects?.people.get(line.actor_id ?? "")?.full_name);
        if (!line.actor_id) return name;
        return (
          <AddressLink to={href(narrowed({ by: line.actor_id }))} className={LINK}>
            {name}
          </AddressLink>
        );
      },
    },
    {
      id: "when",
      header: "When",
      width: "w-[12.5rem]",
      cell: (line) => (
        <time dateTime={line.at} className="tabular">
          {formatCampusTime(line.at, utcOffset)}
        </time>
      ),
    },
    {
      id: "actions",
      header: "Actions",
      width: "w-[7rem]",
      action: true,
      cell: (line) => (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Details: ${whatHappened(line)}`}
          onClick={() => onOpen(line)}
        >
          Details
        </Button>
      ),
    },
  ];
}

/** Whom or what a line is about, as a link where that has a screen. */
export function Subject({ text, to }: SubjectWords) {
  if (!to) return <span title={text}>{text}</span>;
  return (
    <Link to={`?${changedParams(new URLSearchParams(), to)}`} title={text} className={LINK}>
      {text}
    </Link>
  );
}
