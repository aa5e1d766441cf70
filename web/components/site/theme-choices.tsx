import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@components/ui/dropdown-menu";
import { type ThemeChoice, useTheme } from "@lib/browser/theme";
import { Monitor, Moon, Sun } from "lucide-react";
import type { ReactElement } from "react";

/** The three themes in a menu, open from the start; what is chosen is kept in this browser. */
export function ThemeChoices({ children }: { children: ReactElement }) {
  const { choice, choose } = useTheme();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup
          value={choice}
          onValueChange={(next) => choose(next as ThemeChoice)}
        >
          <DropdownMenuRadioItem value="system">
            <Monitor aria-hidden="true" />
            Like my device
          </DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="light">
            <Sun aria-hidden="true" />
            Light
          </DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="dark">
            <Moon aria-hidden="true" />
            Dark
          </DropdownMenuRadioItem>
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
