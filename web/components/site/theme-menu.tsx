import { Button } from "@components/ui/button";
import { whenPointedAt } from "@lib/browser/pointed-at";
import { useTheme } from "@lib/browser/theme";
import { toast } from "@lib/toast";
import { Moon, Sun } from "lucide-react";
import { useState } from "react";

type Choices = typeof import("./theme-choices").ThemeChoices;

const load = () => import("./theme-choices");

/** Chooses the theme of the signed-in areas; the menu's code comes when it is asked for. */
export function ThemeMenu() {
  const { dark } = useTheme();
  const [Choices, setChoices] = useState<Choices | null>(null);
  const icon = dark ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />;
  if (Choices)
    return (
      <Choices>
        <Button variant="ghost" size="icon" aria-label="Theme">
          {icon}
        </Button>
      </Choices>
    );
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Theme"
      aria-haspopup="menu"
      aria-expanded={false}
      // Whoever presses asks again, and is told.
      {...whenPointedAt(() => void load().catch(() => {}))}
      onClick={() =>
        load().then(
          ({ ThemeChoices }) => setChoices(() => ThemeChoices),
          () => toast.error("The themes could not be loaded", { description: "Please try again." }),
        )
      }
    >
      {icon}
    </Button>
  );
}
