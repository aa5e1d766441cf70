import { closeByGoingBack } from "@lib/browser/open-panels";
import { useAddress } from "@lib/lists/url-state";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** Marks a history entry that a row's link pushed, so that closing goes back over it. */
export const OPENED_HERE = { openedHere: true };

/** A panel that is open while the parameter `name` of the address has an id. */
export function useAddressPanel(name: string, id: string | null) {
  const { change } = useAddress();
  const navigate = useNavigate();
  const { state } = useLocation();
  // What was open stays drawn while the panel closes.
  const [drawn, setDrawn] = useState(id);
  if (id !== null && id !== drawn) setDrawn(id);
  const openedHere = state?.openedHere === true;
  return {
    drawn,
    openedHere,
    close() {
      if (!openedHere) return change({ [name]: null }, { replace: true });
      closeByGoingBack();
      void navigate(-1);
    },
  };
}
