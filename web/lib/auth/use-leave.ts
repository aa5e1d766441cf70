import { mayLeave } from "@lib/offline/unsent-work";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { signOut, useSession } from "./session";

/** The longest wait for a server that does not answer. */
const LONGEST_WAIT_MS = 4_000;

let leaving = false;

/** Whether Sign Out was pressed: a gate then waits for the home page and does not lead to /auth. */
export function isLeaving(): boolean {
  return leaving;
}

/** The gate is gone; the next visitor to it signs in. */
export function hasLeft(): void {
  leaving = false;
}

/**
 * Sign Out of a page behind a gate: the session ends first, so that the home page opens
 * signed out.
 */
export function useLeave(): { leaving: boolean; leave: () => void } {
  const navigate = useNavigate();
  const { user } = useSession();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function end() {
    leaving = true;
    setBusy(true);
    const limit = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
    await Promise.race([signOut().then(() => queries.clear()), limit]);
    await navigate("/");
    // The home page may not be drawn yet, and the gate be drawn once more: it says when it is gone.
    if (window.location.pathname !== "/") hasLeft();
  }

  async function leave() {
    if (await mayLeave(user?.id)) await end();
  }

  return { leaving: busy, leave: () => void leave() };
}
