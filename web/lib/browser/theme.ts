import { useCallback, useLayoutEffect, useSyncExternalStore } from "react";

export type ThemeChoice = "system" | "light" | "dark";

const STORAGE_KEY = "summerstow-theme";
const DARK_SYSTEM = "(prefers-color-scheme: dark)";
const changed = new EventTarget();

function storedChoice(): ThemeChoice {
  try {
    const stored = window.localStorage.getItem(STORAGE_KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

function subscribe(notify: () => void): () => void {
  const system = window.matchMedia(DARK_SYSTEM);
  changed.addEventListener("change", notify);
  window.addEventListener("storage", notify);
  system.addEventListener("change", notify);
  return () => {
    changed.removeEventListener("change", notify);
    window.removeEventListener("storage", notify);
    system.removeEventListener("change", notify);
  };
}

/** The stored choice, whether dark is on now, and the way to choose. */
export function useTheme(): {
  choice: ThemeChoice;
  dark: boolean;
  choose: (choice: ThemeChoice) => void;
} {
  const choice = useSyncExternalStore(subscribe, storedChoice, () => "system" as const);
  const systemDark = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(DARK_SYSTEM).matches,
    () => false,
  );
  const choose = useCallback((next: ThemeChoice) => {
    try {
      window.localStorage.setItem(STORAGE_KEY, next);
    } catch {
      // Storage may be closed; the choice then lasts for this page only.
    }
    changed.dispatchEvent(new Event("change"));
  }, []);
  return { choice, dark: choice === "dark" || (choice === "system" && systemDark), choose };
}

/** Puts the theme on the document while mounted; pages outside stay paper. */
export function useDocumentTheme(): void {
  const { dark } = useTheme();
  useLayoutEffect(() => {
    document.documentElement.classList.toggle("dark", dark);
    return () => document.documentElement.classList.remove("dark");
  }, [dark]);
}
