import { type TellingState, usePushDevices } from "@api/customers/devices";
import { Button } from "@components/ui/button";
import { cn } from "@lib/cn";
import { business } from "@lib/site/published";
import { Bell, BellOff } from "lucide-react";
import { useState } from "react";

const WORDS: Record<TellingState, string> = {
  reading: "",
  off: "",
  on: "Notifications are on for this device.",
  denied:
    "Notifications are blocked. Allow them for this site in your browser's settings, then press again.",
  install: `First add ${business.name} to your Home Screen: tap Share, then Add to Home Screen. Open it from there and press this again.`,
  unsupported: "This browser cannot show notifications. We send you an email instead.",
};

/**
 * Asks to be told on this device while the page is closed: a button of a row, and what it says below
 * the row. Nothing is asked for before the press.
 */
export function TellMeNear({ userId }: { userId: string }) {
  const { state, busy, own, tell, stop } = usePushDevices(userId);
  // What stands in the way is said to whoever wants it.
  const [pressed, setPressed] = useState(false);
  const on = state === "on";

  function press() {
    setPressed(true);
    if (own) stop(own);
    else if (state === "off" || state === "denied") tell();
  }

  const words = on || (pressed && !busy) ? WORDS[state] : "";
  return (
    <>
      <Button
        variant={on ? "ghost" : "secondary"}
        // On the loud card too.
        className={cn("text-inherit hover:text-ink", on ? "-ml-2 px-2" : "border-current")}
        busy={busy || state === "reading"}
        onClick={press}
      >
        {busy || state === "reading" ? null : on ? (
          <BellOff aria-hidden="true" />
        ) : (
          <Bell aria-hidden="true" />
        )}
        {on ? "Turn off notifications" : "Tell me when you are near"}
      </Button>
      <p role="status" className="order-last max-w-[56ch] basis-full text-sm empty:absolute">
        {words}
      </p>
    </>
  );
}
