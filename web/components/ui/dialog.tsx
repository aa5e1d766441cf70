import { closeByBack } from "@lib/browser/back-closes";
import { keepClear } from "@lib/browser/screen-foot";
import { cn } from "@lib/cn";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { PanelBody } from "./panel-body";
import { focusFirstField, useTypedGuard } from "./typed-guard";

/** Open state and trigger: `<Dialog open onOpenChange><DialogContent title=…>…</DialogContent></Dialog>`. */
export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

export interface DialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, "title"> {
  title: ReactNode;
  description?: ReactNode;
  /** sm 440 px, md 600 px, lg 880 px; on phones every dialog fills the screen. */
  size?: "sm" | "md" | "lg";
  /** Keeps the title for screen readers only. */
  hideTitle?: boolean;
  /** Stays at the foot while the content scrolls. */
  footer?: ReactNode;
  /** The address or a history of its own says what is open: Back closes it by itself. */
  inAddress?: boolean;
  /** It keeps what was typed when it is closed, or asks by itself. */
  keepsTyped?: boolean;
  /** It holds something untyped that would be lost, such as a signature. */
  unsaved?: boolean;
}

/**
 * Gives focus back to what had it when the panel opened, also if no trigger is declared. If that is
 * gone by then, such as the button of a waived invoice, the panel around it takes the focus.
 * `remember` is for the panel's head, which is drawn before a field takes the focus by itself.
 */
export function useReturnFocus(onOpen?: (event: Event) => void, onClose?: (event: Event) => void) {
  const openers = useRef<(Element | null | undefined)[]>([]);
  const remember = useCallback(() => {
    const opener = document.activeElement;
    openers.current = [opener, opener?.closest("[role=dialog]")];
  }, []);
  const handlers = {
    onOpenAutoFocus: (event: Event) => {
      remember();
      onOpen?.(event);
      focusFirstField(event);
    },
    onCloseAutoFocus: (event: Event) => {
      onClose?.(event);
      if (event.defaultPrevented) return;
      const opener = openers.current.find((one) => one?.isConnected);
      if (!(opener instanceof HTMLElement)) return;
      event.preventDefault();
      opener.focus();
    },
  };
  return { remember, handlers };
}

/** A press on a toast is none beside the dialog, which would close it. */
export function stayForToasts(event: Event) {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("[data-sonner-toaster]")) event.preventDefault();
}

const SIZES = {
  sm: "sm:max-w-[440px]",
  md: "sm:max-w-[600px] short:h-dvh short:rounded-none",
  lg: "sm:max-w-[880px] short:h-dvh short:rounded-none",
};

export function DialogContent({
  title,
  description,
  size = "md",
  hideTitle = false,
  footer,
  inAddress = false,
  keepsTyped = false,
  unsaved = false,
  className,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
  onEscapeKeyDown,
  onInteractOutside = stayForToasts,
  ...props
}: DialogContentProps) {
  const { remember, handlers } = useReturnFocus(onOpenAutoFocus, onCloseAutoFocus);
  const close = useRef<HTMLButtonElement>(null);
  const typed = useTypedGuard({ keepsTyped, unsaved, close });
  return (
    <Radix.Portal>
      <Radix.Overlay className="fade fixed inset-0 z-50 bg-overlay" />
      <div className="pointer-events-none fixed inset-0 z-50 grid sm:place-items-center sm:p-6 short:p-0">
        <Radix.Content
          className={cn(
            "pop pointer-events-auto flex max-h-dvh w-full flex-col overflow-hidden bg-sheet text-ink shadow-pop outline-none max-sm:h-dvh sm:max-h-[min(860px,100dvh-48px)] sm:rounded-card sm:border sm:border-line short:max-h-dvh",
            SIZES[size],
            className,
          )}
          {...(description ? {} : { "aria-describedby": undefined })}
          {...props}
          {...handlers}
          {...typed.content}
          onEscapeKeyDown={(event) => {
            onEscapeKeyDown?.(event);
            typed.onEscape(event);
          }}
          onInteractOutside={(event) => {
            onInteractOutside(event);
            typed.guard(event);
          }}
        >
          <PanelHead
            title={title}
            description={description}
            hideTitle={hideTitle}
            inAddress={inAddress}
            remember={remember}
            close={close}
            onClose={typed.guard}
          />
          <PanelBody>{children}</PanelBody>
          {typed.question}
          {footer ? <PanelFoot>{footer}</PanelFoot> : null}
        </Radix.Content>
      </div>
    </Radix.Portal>
  );
}

/** Title line with its close button, shared by dialogs and sheets. */
export function PanelHead({
  title,
  description,
  hideTitle,
  inAddress,
  remember,
  close,
  onClose,
}: {
  title: ReactNode;
  description?: ReactNode;
  hideTitle?: boolean;
  inAddress: boolean;
  /** Remembers what has the focus when the panel opens. */
  remember: () => void;
  close: RefObject<HTMLButtonElement | null>;
  /** Called before the panel closes by its button; prevent the default to keep it open. */
  onClose: (event: MouseEvent) => void;
}) {
  // Radix tells nothing of it where a field of the panel has taken the focus before.
  useLayoutEffect(remember, [remember]);
  useEffect(
    () => (inAddress ? undefined : closeByBack(() => close.current?.click())),
    [inAddress, close],
  );
  return (
    <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3 sm:px-6 sm:pt-5 short:py-1">
      <div
        className={cn(
          "grid min-w-0 gap-1.5 pt-2 wrap-anywhere short:flex short:flex-wrap short:items-baseline short:gap-x-4",
          hideTitle && "sr-only",
        )}
      >
        <Radix.Title className="text-xl">{title}</Radix.Title>
        {description ? (
          <Radix.Description className="text-sm text-muted">{description}</Radix.Description>
        ) : null}
      </div>
      <Radix.Close
        ref={close}
        aria-label="Close"
        onClick={onClose}
        className="-mr-2 ml-auto grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-pine-soft hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </Radix.Close>
    </div>
  );
}

/** Actions at the foot of a dialog or sheet, clear of the phone's own bar. */
export function PanelFoot({ children }: { children: ReactNode }) {
  return (
    <div
      ref={keepClear}
      className="flex flex-wrap items-center justify-end gap-3 border-t border-line bg-sheet px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6 short:py-2"
    >
      {children}
    </div>
  );
}
