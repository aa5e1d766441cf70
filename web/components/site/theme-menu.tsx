import { Button } from "@components/ui/button";
import { LateMenu } from "@components/ui/late-menu";
import { type ThemeChoice, useTheme } from "@lib/browser/theme";
import { Monitor, Moon, Sun } from "lucide-react";

/** Chooses the theme of the signed-in areas, for this browser. */
export function ThemeMenu() {
  const { dark, choice, choose } = useTheme();
  return (
    <LateMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Theme">
          {dark ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
        </Button>
      }
    >
      {({ DropdownMenuRadioGroup, DropdownMenuRadioItem }) => (
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
      )}
    </LateMenu>
  );
}
