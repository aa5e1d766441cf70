import type { KitDelivery } from "@api/commands.types";
import { Button } from "@components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@components/ui/dropdown-menu";
import { Ellipsis } from "lucide-react";
import { nextStep, otherSteps } from "./kit-steps";
import { type KitMove, useMoveKit } from "./supplies-query";

interface KitActionsProps {
  kit: KitDelivery;
  /** A failed delivery needs its reason first. */
  onFailed: (kit: KitDelivery) => void;
}

/** The next step of a kit in one tap; everything else, and the way back, in a menu. */
export function KitActions({ kit, onFailed }: KitActionsProps) {
  const move = useMoveKit();
  const next = nextStep(kit);
  const others = otherSteps(kit);

  function go(to: KitMove["to"]) {
    if (to === "failed") onFailed(kit);
    else move.mutate({ kit, to });
  }

  return (
    <div className="flex items-center gap-1.5 sm:justify-end">
      {next ? (
        <Button
          size="sm"
          variant="secondary"
          busy={move.isPending}
          aria-label={`${next.label}: ${kit.full_name}`}
          className="max-sm:flex-1"
          onClick={() => go(next.to)}
        >
          {next.label}
        </Button>
      ) : (
        <span className="px-2 text-xs text-muted max-sm:flex-1 max-sm:text-left">Done</span>
      )}
      {others.length > 0 ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button
              variant="secondary"
              size="sm"
              disabled={move.isPending}
              aria-label={`More for ${kit.full_name}`}
              className="w-11 shrink-0 px-0 md:w-10"
            >
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {others.map(({ to, label }) => (
              <DropdownMenuItem key={to} destructive={to === "failed"} onSelect={() => go(to)}>
                {label}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
    </div>
  );
}
