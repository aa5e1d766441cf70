import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { isPanelOnScreen } from "@lib/browser/panel-on-screen";
import { keepClear } from "@lib/browser/screen-foot";
import type { Selection } from "@lib/lists/use-selection";
import { type ReactNode, useRef, useState } from "react";
import { useHotkeys } from "react-hotkeys-hook";

interface SelectionBarProps<Row> {
  selection: Selection<Row>;
  /** "booking" */
  what: string;
  /** All rows that match, of all pages; left out where all are on the screen. */
  all?: { count: number; most: number; read: () => Promise<readonly Row[]> };
  /** What can be done with them. */
  children: ReactNode;
}

/** The key that goes from the list to the bar. */
const KEY = "b";

/** How many rows are selected, and what can be done with them: at the foot of the screen. */
export function SelectionBar<Row>({ selection, what, all, children }: SelectionBarProps<Row>) {
  const [reading, setReading] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const count = selection.rows.length;
  useHotkeys(
    KEY,
    () => actions.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus(),
    { useKey: true, preventDefault: true, ignoreEventWhen: isPanelOnScreen },
    [count],
  );
  if (count === 0) return null;

  async function selectAll() {
    if (!all) return;
    setReading(true);
    try {
      selection.pickAll(await all.read(), true);
    } finally {
      setReading(false);
    }
  }

  return (
    <section
      ref={keepClear}
      aria-label={`Selected ${what}s`}
      aria-keyshortcuts={KEY}
      className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-strong bg-sheet px-4 py-2.5 sm:px-6"
    >
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <p className="tabular mr-1 text-sm font-semibold" role="status">
          {counted(count, what)} selected
        </p>
        {all && all.count > count ? (
          <Button
            size="sm"
            variant="ghost"
            busy={reading}
            disabled={all.count > all.most}
            onClick={() => void selectAll()}
          >
            {all.count > all.most ? `At most ${all.most} at once` : `Select all ${all.count}`}
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={selection.ranging}
          className="px-2.5 aria-pressed:bg-tape-soft"
          onClick={() => selection.setRanging(!selection.ranging)}
        >
          {selection.ranging ? "Press the last one" : "Range"}
        </Button>
        <Button size="sm" variant="ghost" className="px-2.5" onClick={selection.clear}>
          Clear
        </Button>
      </div>
      <div ref={actions} className="flex max-w-full gap-2 overflow-x-auto py-1 sm:ml-auto">
        {children}
      </div>
    </section>
  );
}
