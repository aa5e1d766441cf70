/**
 * Runs in the page, inline: loads the application at the first sign of intent, and keeps what
 * people do before it is there. Presses on what needs the application are held and pressed again;
 * typed and ticked values are handed on to it. Plain links and details work by themselves meanwhile.
 */

/** What a page needs, as names of files below /assets/ without ".js". */
export interface WakeFiles {
  manifest: string;
  /** Route id to its module, in the order that the router wants. */
  routes: Record<string, string>;
  entry: string;
  /** Everything that the page's own modules import. */
  preload: string[];
  /** What the booking dialog adds to that. */
  booking: string[];
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const INTENT = [
  "pointerdown",
  "pointermove",
  "touchstart",
  "keydown",
  "focusin",
  "scroll",
  "wheel",
];
/** Presses on these do nothing, or less, without the application. */
const HELD = "button,[role=button],a[data-opens-dialog]";
const FIELDS = "input,textarea,select";
const PREFETCH_AFTER_MS = 3500;
const PATIENCE_MS = 15_000;

export default function wake({ manifest, routes, entry, preload, booking }: WakeFiles): void {
  const typed = new Map<Field, { value: string | boolean; find: () => Field | undefined }>();
  let held: HTMLElement | null = null;
  let findHeld: () => HTMLElement | undefined = () => undefined;
  let started = false;

  const file = (name: string) => `/assets/${name}.js`;
  const link = (rel: string) => (name: string) => {
    const element = document.createElement("link");
    element.rel = rel;
    element.href = file(name);
    document.head.append(element);
  };

  function start(): void {
    if (started) return;
    started = true;
    for (const type of INTENT) removeEventListener(type, start, true);
    for (const field of document.querySelectorAll<Field>(FIELDS)) note(field);
    const names = Object.keys(routes);
    preload.forEach(link("modulepreload"));
    Promise.all([manifest, ...Object.values(routes)].map((name) => import(file(name))))
      .then(([, ...modules]) => {
        const loaded = Object.fromEntries(names.map((name, index) => [name, modules[index]]));
        Object.assign(window, { __reactRouterRouteModules: loaded });
        return import(file(entry));
      })
      .catch(giveUp);
  }

  /** Without the application a link is still a link; other presses may be tried again. */
  function giveUp(): void {
    started = false;
    const waiting = release();
    if (waiting instanceof HTMLAnchorElement) location.assign(waiting.href);
  }

  function release(): HTMLElement | null {
    const waiting = held;
    held = null;
    waiting?.removeAttribute("data-held");
    return waiting;
  }

  /**
   * A way to find the element after React has drawn the page anew, as it does with a page that the
   * browser has translated: by its tag, address, name and class, which no translator changes.
   */
  function finder<T extends HTMLElement>(element: T, kind: string): () => T | undefined {
    const mark = ({ tagName, className, attributes }: T) =>
      [
        tagName,
        className,
        attributes.getNamedItem("href")?.value,
        attributes.getNamedItem("name")?.value,
      ].join();
    const own = mark(element);
    const alike = () => [...document.querySelectorAll<T>(kind)].filter((one) => mark(one) === own);
    const index = alike().indexOf(element);
    return () => (element.isConnected ? element : alike()[index]);
  }

  function hold(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    const pressed = (event.target as Element).closest<HTMLElement>(HELD);
    if (!pressed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    keepPressed(pressed);
  }

  /**
   * Finish a press of the mouse during which React draws the page anew: the element that went down
   * is gone when the button comes up, and browsers then send no click.
   */
  function followPress({ target, button }: MouseEvent): void {
    const pressed = button ? null : (target as Element).closest<HTMLElement>(HELD);
    if (!pressed) return;
    const find = finder(pressed, HELD);
    const finish = ({ target: over }: MouseEvent) => {
      const again = pressed.isConnected ? undefined : find();
      if (again?.contains(over as Node)) again.click();
    };
    addEventListener("mouseup", finish, { capture: true, once: true });
  }

  function keepPressed(pressed: HTMLElement): void {
    release();
    held = pressed;
    findHeld = finder(pressed, HELD);
    pressed.dataset.held = "";
    if (pressed.matches("a")) booking.forEach(link("modulepreload"));
    start();
    setTimeout(() => held === pressed && giveUp(), PATIENCE_MS);
  }

  function note(field: Field): void {
    if (field instanceof HTMLSelectElement) {
      const first = [...field.options].findIndex((option) => option.defaultSelected);
      if (field.selectedIndex !== Math.max(first, 0)) keep(field, field.value);
    } else if (field.type === "checkbox" || field.type === "radio") {
      const { checked, defaultChecked } = field as HTMLInputElement;
      if (checked !== defaultChecked) keep(field, checked);
    } else if (field.value !== field.defaultValue) keep(field, field.value);
  }

  function keep(field: Field, value: string | boolean): void {
    typed.set(field, { value, find: typed.get(field)?.find ?? finder(field, FIELDS) });
  }

  const noteTyped = ({ target }: Event) => note(target as Field);

  /** Tells the application what a field says, as if it had just been typed or ticked. */
  function tell(field: Field, value: string | boolean): void {
    if (typeof value === "boolean") {
      if (field.type === "radio" && !value) return;
      (field as HTMLInputElement).checked = !value;
      field.click();
      return;
    }
    const own = field === document.activeElement && "selectionStart" in field ? field : null;
    const [from, to] = [own?.selectionStart ?? null, own?.selectionEnd ?? null];
    // React compares with what was set through the element itself, hence twice and differently.
    field.value = "";
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    if (from !== null) own?.setSelectionRange(from, to);
  }

  function ready(): void {
    removeEventListener("click", hold, true);
    removeEventListener("mousedown", followPress, true);
    removeEventListener("input", noteTyped, true);
    removeEventListener("change", noteTyped, true);
    for (const { value, find } of typed.values()) {
      const field = find();
      if (field) tell(field, value);
    }
    if (release()) findHeld()?.click();
  }

  function prefetch(): void {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (started || connection?.saveData) return;
    [manifest, entry, ...Object.values(routes), ...preload, ...booking].forEach(link("prefetch"));
  }

  // The page was built in some year; this runs before the footer above it is painted.
  for (const year of document.querySelectorAll("[data-year]"))
    year.textContent = `${new Date().getFullYear()}`;
  for (const type of INTENT) addEventListener(type, start, { capture: true, passive: true });
  addEventListener("click", hold, true);
  addEventListener("mousedown", followPress, true);
  dispatchEvent(new Event("summerstow:awake"));
  const { summerstowPressed } = window as { summerstowPressed?: HTMLElement };
  if (summerstowPressed) keepPressed(summerstowPressed);
  addEventListener("input", noteTyped, true);
  addEventListener("change", noteTyped, true);
  addEventListener("summerstow:ready", ready, { once: true });
  addEventListener("load", () => setTimeout(prefetch, PREFETCH_AFTER_MS));
  // An address that says what to show, or carries a session, is not right without the application.
  if (/[?#&](?!utm_|gclid|fbclid)[^=&]+=/.test(location.search + location.hash)) start();
  // Nor is a signed-in user's page, but that may wait for its pictures and fonts.
  if ("session" in document.documentElement.dataset) addEventListener("load", start);
}
