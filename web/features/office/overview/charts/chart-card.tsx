import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { ParentSize } from "@visx/responsive";
import { Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

interface ChartCardProps {
  title: string;
  /** What the chart says, in a sentence: read by everybody, and all that a screen reader needs. */
  summary: string;
  /** px */
  height: number;
  chart: (width: number) => ReactNode;
  /** The same figures as a table. */
  table: ReactNode;
}

/** A chart with its sentence, and its table on demand. */
export function ChartCard({ title, summary, height, chart, table }: ChartCardProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <h3 className="text-xl">{title}</h3>
          <p className="max-w-[70ch] text-sm text-muted">{summary}</p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Table2 aria-hidden="true" />
          {open ? "Hide table" : "Show table"}
          <span className="sr-only">: {title}</span>
        </Button>
      </div>
      <div style={{ height }}>
        <ParentSize debounceTime={80}>
          {({ width }) => (width > 0 ? chart(width) : null)}
        </ParentSize>
      </div>
      <div id={id} hidden={!open}>
        {open ? table : null}
      </div>
    </Card>
  );
}
