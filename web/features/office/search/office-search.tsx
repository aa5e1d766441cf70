import { Button } from "@components/ui/button";
import { lateCode, useLateCode } from "@lib/browser/late-code";
import { isPanelOnScreen } from "@lib/browser/panel-on-screen";
import { toast } from "@lib/toast";
import { Search } from "lucide-react";
import { useState } from "react";
import { type Options, useHotkeys } from "react-hotkeys-hook";
import { useNavigate } from "react-router";
import { Keys } from "./keys";
import type { OfficeCommand } from "./office-commands";

/** What the search and the list of keys are drawn with. */
interface Panels {
  Palette: typeof import("./command-palette").default;
  ShortcutHelp: typeof import("./shortcut-help").ShortcutHelp;
}

/** The panels bring a library along. */
const panelsCode = lateCode<Panels>(async () => {
  const [{ default: Palette }, { ShortcutHelp }] = await Promise.all([
    import("./command-palette"),
    import("./shortcut-help"),
  ]);
  return { Palette, ShortcutHelp };
});

interface OfficeSearchProps {
  /** the dashboard that records open in */
  base: string;
  /** Where a customer's record opens; null where this dashboard has none. */
  customerHref: ((id: string, customerId: string) => string) | null;
  commands: readonly OfficeCommand[];
}

/** The search's button, and the keys that work all over a dashboard. */
export function OfficeSearch(props: OfficeSearchProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<"search" | "help" | null>(null);
  const close = () => setOpen(null);
  // What is typed while a panel's code is on its way is meant for the panel.
  const isElsewhere = () => open !== null || isPanelOnScreen();
  const plain: Options = { useKey: true, ignoreEventWhen: isElsewhere };
  const panels = useLateCode(panelsCode, open !== null, () => {
    close();
    toast.error("The search could not be loaded", { description: "Please try again." });
  });
  useHotkeys("mod+k", () => setOpen("search"), { preventDefault: true, enableOnFormTags: true });
  useHotkeys("/", () => setOpen("search"), { ...plain, preventDefault: true });
  useHotkeys("?", () => setOpen("help"), { ...plain, ignoreModifiers: true });
  useHotkeys(
    props.commands.flatMap(({ keys }) => keys ?? []),
    (_, { hotkey }) => {
      const command = props.commands.find(({ keys }) => keys === hotkey);
      // Of two keys one after another the library does not ask `ignoreEventWhen`.
      if (command && !isElsewhere()) void navigate(command.to);
    },
    plain,
    [props.commands, open],
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
      {open === "search" && panels ? <panels.Palette {...props} onClose={close} /> : null}
      {open === "help" && panels ? (
        <panels.ShortcutHelp commands={props.commands} onClose={close} />
      ) : null}
    </>
  );
}
