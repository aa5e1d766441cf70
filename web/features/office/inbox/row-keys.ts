import { isPanelOnScreen } from "@lib/browser/panel-on-screen";
import { useEffect, useRef } from "react";
import { useHotkeys } from "react-hotkeys-hook";

const ROWS = "[data-inbox-row]";

const linksIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>(ROWS) ?? []),
];

/**
 * J and K go through the rows, Enter opens one. If the row with the focus goes, as it was decided,
 * the focus stays at its place in the list.
 */
export function useRowKeys(rows: readonly unknown[] | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef<{ link: HTMLElement; place: number }>(null);
  const options = { ignoreEventWhen: isPanelOnScreen };
  function go(by: number) {
    const all = linksIn(list.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const from = at < 0 ? (last.current?.place ?? -1) : at;
    all[Math.min(Math.max(from + by, 0), all.length - 1)]?.focus();
  }
  useHotkeys("j", () => go(1), options);
  useHotkeys("k", () => go(-1), options);
  useEffect(() => {
    const element = list.current;
    const remember = ({ target }: FocusEvent) => {
      const link = target instanceof Element ? target.closest("tr")?.querySelector(ROWS) : null;
      if (link instanceof HTMLElement)
        last.current = { link, place: linksIn(element).indexOf(link) };
    };
    element?.addEventListener("focusin", remember);
    return () => element?.removeEventListener("focusin", remember);
  }, []);
  useEffect(() => {
    const left = last.current;
    if (!rows || !left || left.link.isConnected || document.activeElement !== document.body) return;
    const all = linksIn(list.current);
    all[Math.min(left.place, all.length - 1)]?.focus();
  }, [rows]);
  return list;
}
