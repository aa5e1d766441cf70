import { leadsFrom } from "@lib/lists/url-state";
import { Link, type LinkProps, useNavigate, useSearchParams } from "react-router";

/**
 * A link to this page with another choice, from `useAddress().href`. Pressed before the
 * latest choice is drawn, it leads on from that choice; its own address would undo it.
 */
export function AddressLink({ to, ...link }: LinkProps & { to: string }) {
  const [drawn] = useSearchParams();
  const navigate = useNavigate();
  return (
    <Link
      preventScrollReset
      {...link}
      to={to}
      onClick={(event) => {
        const { search } = window.location;
        const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (elsewhere || new URLSearchParams(search).toString() === drawn.toString()) return;
        event.preventDefault();
        const { replace = false, state } = link;
        void navigate(leadsFrom(search, drawn, to), { preventScrollReset: true, replace, state });
      }}
    />
  );
}
