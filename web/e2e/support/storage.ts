import type { BrowserContext, Disposable } from "@playwright/test";

/**
 * Puts these into the local storage of a context, once, as its next page opens. A storage state
 * would open one more page for it, which costs as much as the context itself.
 */
export function store(context: BrowserContext, items: Record<string, string>): Promise<Disposable> {
  return context.addInitScript(
    ([given, once]) => {
      // A page without an address has no storage.
      if (origin === "null" || localStorage.getItem(once) !== null) return;
      localStorage.setItem(once, "");
      for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value);
    },
    [items, `journey ${crypto.randomUUID()}`] as const,
  );
}
