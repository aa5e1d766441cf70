import { Logo } from "@components/logo";
import { PageLink } from "@components/page-link";
import { ThemeMenu } from "@components/theme-menu";
import { Button } from "@components/ui/button";
import { signOut } from "@lib/session";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, LogOut } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";

/** The way back to one's dashboard, theme, Sign Out; the same for customers and staff. */
export function AccountHeader() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    // The page goes first: signing out behind a gate would lead to /auth instead.
    await navigate("/");
    await signOut();
    queries.clear();
  }

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-sheet">
      <div className="container-page flex h-16 items-center gap-2 sm:gap-6">
        <PageLink to="/" aria-label="Summerstow, home" className="rounded-md">
          <Logo className="max-sm:[&>span]:sr-only" />
        </PageLink>
        <Button asChild variant="ghost" className="px-3">
          <PageLink to="/dashboard">
            <ArrowLeft aria-hidden="true" />
            Dashboard
          </PageLink>
        </Button>
        <div className="ml-auto flex items-center gap-1">
          <ThemeMenu />
          <Button variant="ghost" className="max-sm:px-3" busy={leaving} onClick={leave}>
            {leaving ? null : <LogOut aria-hidden="true" />}
            Sign Out
          </Button>
        </div>
      </div>
    </header>
  );
}
