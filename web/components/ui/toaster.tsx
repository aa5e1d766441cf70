import { footHeight, onFootChange } from "@lib/browser/screen-foot";
import { startToasts } from "@lib/toast";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Toaster as Sonner, toast, useSonner } from "sonner";

/** Where toasts appear, above bars at the screen's foot. Show one with `toast` of `@lib/toast`. */
export function Toaster() {
  // Each new toast measures anew: a bar may have been scrolled to its place since.
  useSonner();
  const foot = useSyncExternalStore(onFootChange, footHeight);
  const focus = useFocusThatLeaves();
  useEffect(() => startToasts(toast), []);
  return (
    <div {...focus}>
      <Sonner
        position="bottom-right"
        offset={{ bottom: foot + 24, right: 24 }}
        mobileOffset={{ bottom: foot + 16, left: 16, right: 16 }}
        duration={4000}
        visibleToasts={3}
        gap={14}
        style={
          {
            "--width": "356px",
            "--normal-bg": "var(--sheet)",
            "--normal-text": "var(--ink)",
            "--normal-border": "var(--line-strong)",
            "--border-radius": "16px",
            fontFamily: "var(--font-sans)",
          } as React.CSSProperties
        }
        toastOptions={{
          classNames: {
            // The library's own ring is a faint shadow. Under a modal dialog the page takes no presses.
            toast:
              "pointer-events-auto focus-visible:[outline:3px_solid_var(--focus)]! focus-visible:outline-offset-3!",
            title: "!text-sm !font-semibold",
            description: "!text-sm !text-muted",
            error: "!border-brick !bg-brick-soft [&_[data-icon]]:!text-brick-text",
            success: "[&_[data-icon]]:!text-pine",
            actionButton: "!bg-tape !text-on-tape !rounded-full",
          },
        }}
      />
    </div>
  );
}

/**
 * The library gives the focus back to where it was each time that it leaves a toast, so Tab at the
 * page's end would go around for ever. Here it goes back only from a toast that is gone.
 */
function useFocusThatLeaves() {
  const toasts = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const removal = new MutationObserver(() => {
      if (!before.current || document.activeElement !== document.body) return;
      before.current.focus();
      before.current = null;
    });
    if (toasts.current) removal.observe(toasts.current, { childList: true, subtree: true });
    return () => removal.disconnect();
  }, []);
  return {
    ref: toasts,
    onFocusCapture(event: React.FocusEvent) {
      event.stopPropagation();
      const from = event.relatedTarget;
      if (from instanceof HTMLElement && !toasts.current?.contains(from)) before.current = from;
    },
    onBlurCapture(event: React.FocusEvent) {
      event.stopPropagation();
      if (!toasts.current?.contains(event.relatedTarget)) before.current = null;
    },
  };
}
