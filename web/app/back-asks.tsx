import { askOpenPanel, shouldHoldBack } from "@lib/browser/open-panels";
import { useEffect } from "react";
import { useBlocker } from "react-router";

/**
 * Holds Back while an open panel has typed text, and lets the panel ask (rule: typed-text-stays).
 * The router allows one blocker, so it stands here and not in each panel. An entry with the same key
 * is a panel's own and is handled by `closeByBack`.
 */
export function BackAsks() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      historyAction === "POP" && nextLocation.key !== currentLocation.key && shouldHoldBack(),
  );
  useEffect(() => {
    if (blocker.state === "blocked") askOpenPanel(blocker);
  }, [blocker]);
  return null;
}
