import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { signOut, useSession } from "./session";
import { mayLeave } from "./unsent-work";

/**
 * Sign Out of a page behind a gate: to the home page first, and out once this page is gone. While
 * it stands, its gate would send a signed-out person to /auth.
 */
export function useLeave(): { leaving: boolean; leave: () => void } {
  const navigate = useNavigate();
  const { user } = useSession();
  const queries = useQueryClient();
  const asked = useRef(false);
  const [leaving, setLeaving] = useState(false);

  useEffect(
    () => () => {
      if (asked.current) void signOut().then(() => queries.clear());
    },
    [queries],
  );

  function leave() {
    if (!mayLeave(user?.id)) return;
    asked.current = true;
    setLeaving(true);
    void navigate("/");
  }

  return { leaving, leave };
}
