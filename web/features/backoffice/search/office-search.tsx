import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { type Options, useHotkeys } from "react-hotkeys-hook";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import { Keys } from "./keys";
import type { OfficeCommand } from "./office-commands";

type Palette = typeof import("./command-palette").default;

let known: Palette | null = null;

/** It brings its library along: fetched once the page stands, so that no letter is lost then. */
async function load(): Promise<Palette> {
  known ??= (await import("./command-palette")).default;
  return known;
}

interface OfficeSearchProps {
  /** the dashboard that records open in */
  base: string;
  /** Where a customer's record opens; null where this dashboard has none. */
  customerHref: ((id: string, customerId: string) => string) | null;
  commands: readonly OfficeCommand[];
}

/** A panel that is open has its own keys. */
const panelOpen = () => document.querySelector("[role=dialog], [role=menu]") !== null;
const PLAIN: Options = { useKey: true, ignoreEventWhen: panelOpen };

/** The search's button, and the keys that work all over a dashboard. */
export function OfficeSearch(props: OfficeSearchProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<"search" | "help" | null>(null);
  const [Palette, setPalette] = useState<Palette | null>(() => known);
  const close = () => setOpen(null);
  useEffect(() => {
    // A press asks again where it failed.
    load().then(
      (loaded) => setPalette(() => loaded),
      () => undefined,
    );
  }, []);
  useEffect(() => {
    if (open !== "search" || Palette) return;
    load().then(
      (loaded) => setPalette(() => loaded),
      () => {
        setOpen(null);
        toast.error("The search could not be loaded", { description: "Please try again." });
      },
    );
  }, [open, Palette]);
  useHotkeys("mod+k", () => setOpen("search"), { preventDefault: true, enableOnFormTags: true });
  useHotkeys("/", () => setOpen("search"), { ...PLAIN, preventDefault: true });
  useHotkeys("?", () => setOpen("help"), { ...PLAIN, ignoreModifiers: true });
  useHotkeys(
    props.commands.flatMap(({ keys }) => keys ?? []),
    (_, { hotkey }) => {
      const command = props.commands.find(({ keys }) => keys === hotkey);
      // Of two keys one after another the library does not ask `ignoreEventWhen`.
      if (command && !panelOpen()) void navigate(command.to);
    },
    PLAIN,
    [props.commands],
  );
  return (
    <>
      <Button
        variant="ghost"
        aria-keyshortcuts="Control+K /"
        onClick={() => setOpen("search")}
        className="max-lg:w-11 max-lg:px-0"
      >
        <Search aria-hidden="true" />
        <span className="max-lg:sr-only">Search</span>
        <span aria-hidden="true" className="max-lg:hidden">
          <Keys keys="Ctrl K" />
        </span>
      </Button>
      {open === "search" && Palette ? <Palette {...props} onClose={close} /> : null}
      {open === "help" ? <ShortcutHelp commands={props.commands} onClose={close} /> : null}
    </>
  );
}

const EVERYWHERE = [
  { label: "Search customers, bookings and invoices", keys: "/" },
  { label: "Search, also while typing", keys: "Ctrl K" },
  { label: "Show these keys", keys: "?" },
] as const;

/** Every key that does something, one after another where there are two. */
function ShortcutHelp({
  commands,
  onClose,
}: {
  commands: readonly OfficeCommand[];
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()}>
      <DialogContent size="sm" title="Keyboard shortcuts">
        <dl>
          {[...EVERYWHERE, ...commands].map(({ label, keys }) =>
            keys ? (
              <div
                key={label}
                className="flex min-h-9 items-center justify-between gap-4 border-b border-dashed border-line text-sm last:border-b-0"
              >
                <dt>{label}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ) : null,
          )}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
