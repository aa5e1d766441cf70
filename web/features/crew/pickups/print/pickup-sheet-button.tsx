import { Button } from "@components/ui/button";
import { LatePanel } from "@components/ui/late-panel";
import { lateCode } from "@lib/browser/late-code";
import { Printer } from "lucide-react";
import { useState } from "react";
import type { PickupSheetProps } from "./pickup-sheet";

const sheetCode = lateCode(() => import("./pickup-sheet"));

/** Prints a campus's day for a crew that works without a phone. */
export function PickupSheetButton(props: PickupSheetProps) {
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="icon"
        aria-label="Print pickup sheet"
        title="Print pickup sheet"
        disabled={props.stops.length === 0}
        className="size-12 max-sm:hidden lg:order-last lg:size-11"
        onClick={() => setPrinting(true)}
      >
        <Printer aria-hidden="true" />
      </Button>
      {printing ? (
        <LatePanel code={sheetCode} onFail={() => setPrinting(false)}>
          {({ PickupSheet }) => <PickupSheet {...props} onDone={() => setPrinting(false)} />}
        </LatePanel>
      ) : null}
    </>
  );
}
