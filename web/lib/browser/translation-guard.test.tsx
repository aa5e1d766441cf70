import { act, cleanup, render, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startTranslationGuard } from "./translation-guard";

const { removeChild, insertBefore } = Node.prototype;

beforeAll(() => startTranslationGuard());
afterAll(() => Object.assign(Node.prototype, { removeChild, insertBefore }));
afterEach(cleanup);

/** Replace each text below an element by two <font> elements, as Chrome does. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest("font") || !text.data.trim()) continue;
    const font = document.createElement("font");
    font.append(Object.assign(document.createElement("font"), { textContent: `«${text.data}»` }));
    text.replaceWith(font);
  }
}

function Price({ items, note, first }: { items: number; note: boolean; first?: boolean }) {
  return (
    <p data-testid="price">
      {first ? <b>First. </b> : null}
      {note ? "Without tax. " : null}
      You have {items} items.
    </p>
  );
}

it("takes a translated text away with its translation", () => {
  const { rerender } = render(<Price items={3} note />);
  translate(screen.getByTestId("price"));
  rerender(<Price items={3} note={false} />);
  expect(screen.getByTestId("price").textContent).toBe("«You have »«3»« items.»");
});

it("puts new elements before a translated text", () => {
  const { rerender } = render(<Price items={3} note={false} />);
  translate(screen.getByTestId("price"));
  rerender(<Price items={3} note={false} first />);
  expect(screen.getByTestId("price").textContent).toBe("First. «You have »«3»« items.»");
});

it("shows a text that changed after it was translated", async () => {
  const { rerender } = render(<Price items={3} note={false} />);
  translate(screen.getByTestId("price"));
  await act(async () => rerender(<Price items={8} note={false} />));
  expect(screen.getByTestId("price").textContent).toBe("«You have »8« items.»");
  translate(screen.getByTestId("price"));
  await act(async () => rerender(<Price items={9} note />));
  expect(screen.getByTestId("price").textContent).toBe("Without tax. «You have »9« items.»");
});

it("follows a translator that inserts first and removes then", () => {
  const { rerender } = render(<Price items={3} note />);
  const [note] = screen.getByTestId("price").childNodes;
  const font = document.createElement("font");
  note?.parentNode?.insertBefore(font, note);
  note?.parentNode?.removeChild(note);
  rerender(<Price items={3} note={false} />);
  expect(font.isConnected).toBe(false);
});

it("leaves without an error what is in no place that it knows", () => {
  const parent = document.createElement("div");
  const [stranger, next] = [document.createElement("i"), document.createElement("b")];
  expect(parent.removeChild(stranger)).toBe(stranger);
  expect(parent.insertBefore(next, stranger)).toBe(next);
  expect(parent.lastChild).toBe(next);
});
