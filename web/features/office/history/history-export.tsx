import type { CampusClock } from "@api/clock";
import { toApiError } from "@api/errors";
import { type AuditLine, type AuditQuery, auditPage, auditSubjects } from "@api/reports/audit";
import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { formatCampusTime } from "@lib/format/campus-time";
import { type CsvColumn, csvText, saveCsv } from "@lib/format/csv";
import { toast } from "@lib/toast";
import { Download } from "lucide-react";
import { useState } from "react";
import { actorWords, changesInShort, whatHappened } from "./audit-words";
import { subjectOf } from "./subject-words";

const PAGE = 100;
const MOST = 2_000;

interface HistoryExportProps {
  query: AuditQuery | null;
  clock: Pick<CampusClock, "today" | "utc_offset"> | undefined;
  disabled: boolean;
}

/** The newest lines that match the filters, as a file. */
export function HistoryExport({ query, clock, disabled }: HistoryExportProps) {
  const [busy, setBusy] = useState(false);

  async function save(
    filter: AuditQuery,
    { today, utc_offset }: Pick<CampusClock, "today" | "utc_offset">,
  ) {
    setBusy(true);
    try {
      const rows = await everyLine(filter, utc_offset);
      const name = `history-${today}.csv`;
      saveCsv(name, csvText(COLUMNS, rows));
      toast.success("Export ready", {
        description: `${name} holds ${rows.length === MOST ? "the newest " : ""}${counted(rows.length, "line")}.`,
      });
    } catch (thrown) {
      toast.error("Export failed", { description: toApiError(thrown).message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      busy={busy}
      disabled={disabled || !query || !clock}
      onClick={() => query && clock && void save(query, clock)}
    >
      {busy ? null : <Download aria-hidden="true" />}
      {busy ? "Exporting..." : "Export CSV"}
    </Button>
  );
}

interface ExportedLine {
  at: string;
  who: string;
  what: string;
  about: string;
  changes: string;
}

const COLUMNS: readonly CsvColumn<ExportedLine>[] = [
  { header: "When (campus time)", cell: ({ at }) => at },
  { header: "Who", cell: ({ who }) => who },
  { header: "What", cell: ({ what }) => what },
  { header: "About", cell: ({ about }) => about },
  { header: "Changes", cell: ({ changes }) => changes },
];

async function everyLine(filter: AuditQuery, utcOffset: string): Promise<ExportedLine[]> {
  const rows: ExportedLine[] = [];
  let from: AuditQuery["from"] = null;
  for (;;) {
    const page = await auditPage({ ...filter, from, size: PAGE });
    const subjects = await auditSubjects(page.lines);
    const words = (line: AuditLine): ExportedLine => ({
      at: formatCampusTime(line.at, utcOffset),
      who: actorWords(line, subjects.people.get(line.actor_id ?? "")?.full_name),
      what: whatHappened(line),
      about: subjectOf(line, subjects).text,
      changes: changesInShort(line, utcOffset, Number.POSITIVE_INFINITY),
    });
    rows.push(...page.lines.map(words));
    const last = page.lines.at(-1);
    if (!(page.older && last) || rows.length >= MOST) return rows;
    from = { older: last.id };
  }
}
