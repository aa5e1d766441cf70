import { Button } from "@components/ui/button";
import { CircleUserRound } from "lucide-react";
import { PageLink } from "./page-link";

/** To the account settings, from any signed-in header. */
export function AccountLink() {
  return (
    <Button asChild variant="ghost" size="icon" aria-label="Your account">
      <PageLink to="/account" title="Your account">
        <CircleUserRound aria-hidden="true" />
      </PageLink>
    </Button>
  );
}
