import { addOpenPanel, type HeldBack } from "@lib/browser/open-panels";
import {
  type FocusEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "./button";

type TextField = HTMLInputElement | HTMLTextAreaElement;

const TEXT = ["text", "textarea", "tel", "email", "number", "url"];
/** Text that is used at once, so it may be lost. */
const PASSING = "[role=combobox],[autocomplete=one-time-code],[data-passing]";

interface TypedGuardOptions {
  /** The panel keeps what was typed, or asks by itself. */
  keepsTyped: boolean;
  /** Something else that cannot be typed again, such as a signature or a photo. */
  unsaved: boolean;
  close: RefObject<HTMLButtonElement | null>;
}

/**
 * Asks before Escape, Back, a press beside the panel or its close button throws away typed text
 * (rule: typed-text-stays). `content`: for the panel's element, `guard`: for its close button,
 * `question`: a child of the panel.
 */
export function useTypedGuard({ keepsTyped, unsaved, close }: TypedGuardOptions) {
  const [asking, setAsking] = useState(false);
  const initial = useRef(new Map<TextField, string>());
  const discarding = useRef(false);
  const focused = useRef<Element | null>(null);
  const heldBack = useRef<HeldBack | null>(null);

  const isTyped = () =>
    !keepsTyped &&
    (unsaved ||
      [...initial.current].some(
        ([field, before]) =>
          field.isConnected && field.value.trim() !== "" && field.value !== before,
      ));

  function ask() {
    if (!asking) focused.current = document.activeElement;
    setAsking(true);
  }

  /** Keeps the panel open where something was typed. */
  function guard(event: Event | MouseEvent) {
    if (event.defaultPrevented || discarding.current || !isTyped()) return;
    event.preventDefault();
    ask();
  }

  /** Returns the Back that waits for an answer, if there is one. */
  function takeHeldBack(): HeldBack | null {
    const back = heldBack.current;
    heldBack.current = null;
    return back;
  }

  function goOn() {
    takeHeldBack()?.reset();
    flushSync(() => setAsking(false));
    if (focused.current instanceof HTMLElement) focused.current.focus();
  }

  function discard() {
    const back = takeHeldBack();
    if (back) {
      setAsking(false);
      back.proceed();
      return;
    }
    discarding.current = true;
    close.current?.click();
    // A panel that does not close now, such as one that is being sent, asks again.
    discarding.current = false;
    setAsking(false);
  }

  return {
    guard,
    onEscape(event: Event) {
      if (!asking) return guard(event);
      event.preventDefault();
      goOn();
    },
    content: {
      onFocusCapture({ target }: FocusEvent) {
        const field = target as TextField;
        if (TEXT.includes(field.type) && !field.matches(PASSING) && !initial.current.has(field))
          initial.current.set(field, field.value);
      },
    },
    question: (
      <>
        <AskOnBack
          isTyped={isTyped}
          ask={(back) => {
            heldBack.current = back;
            ask();
          }}
          onClosed={() => {
            takeHeldBack()?.reset();
            setAsking(false);
          }}
        />
        {asking ? <Question onKeep={goOn} onDiscard={discard} /> : null}
      </>
    ),
  };
}

interface AskOnBackProps {
  isTyped: () => boolean;
  ask: (back: HeldBack) => void;
  onClosed: () => void;
}

/** Registers the panel for Back while it is drawn. */
function AskOnBack(props: AskOnBackProps) {
  const isTyped = useEffectEvent(props.isTyped);
  const ask = useEffectEvent(props.ask);
  const onClosed = useEffectEvent(props.onClosed);
  useEffect(() => {
    const remove = addOpenPanel({ isTyped: () => isTyped(), ask: (back) => ask(back) });
    return () => {
      remove();
      onClosed();
    };
  }, []);
  return null;
}

function Question({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <div
      role="alertdialog"
      aria-label="Discard what you entered?"
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line-strong bg-tape-soft px-5 py-3 sm:px-6"
    >
      <p className="text-sm font-semibold">What you entered is not saved. Discard it?</p>
      <div className="flex gap-2">
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
        <Button variant="secondary" autoFocus onClick={onKeep}>
          Go on editing
        </Button>
      </div>
    </div>
  );
}

const FIRST_STOP = "a[href],button,input,select,textarea,[tabindex='0']";
const FIELD =
  "input:not([type=radio],[type=checkbox],[type=file],[type=hidden]),textarea,select,[role=combobox]";

/**
 * Gives the focus to a panel's first field where a field is what comes first in it. With fingers it
 * stays on the head: a keyboard would cover the form before it was read.
 */
export function focusFirstField(event: Event) {
  const panel = event.target;
  if (event.defaultPrevented || !(panel instanceof HTMLElement)) return;
  if (window.matchMedia("(pointer: coarse)").matches) return;
  const stops = panel.querySelectorAll<HTMLElement>(`[data-panel-body] :is(${FIRST_STOP})`);
  const first = [...stops].find(
    (stop) =>
      !stop.matches(":disabled,[tabindex='-1'],[type=hidden]") &&
      (stop.checkVisibility?.() ?? true),
  );
  if (!first?.matches(FIELD)) return;
  event.preventDefault();
  first.focus();
}
