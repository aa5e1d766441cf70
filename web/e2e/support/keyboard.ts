import { expect, type Locator, type Page } from "@playwright/test";

/** A person who has a keyboard alone, and must see at each stop where they are. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Goes on by Tab until this has the focus; at each stop the focus is seen. */
  async to(target: Locator, { back = false, most = 60 } = {}): Promise<void> {
    await expect(target).toBeVisible();
    // No key reaches a button that is off until an answer has come.
    await expect(target).toBeEnabled();
    let ends = 0;
    for (let stops = 0; stops < most; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(back ? "Shift+Tab" : "Tab");
      // After the page's last stop comes the browser's own bar, and then the page again.
      if (await this.page.evaluate(outsidePage)) ends += 1;
      else await this.seen();
    }
    expect(ends, "times at the page's end").toBeLessThan(3);
    await expect(target).toBeFocused();
  }

  async use(target: Locator, key = "Enter"): Promise<void> {
    await this.to(target);
    await this.press(key);
  }

  /**
   * What has the focus is on the screen, has the ring of the focus, and nothing lies on it for
   * longer than a toast.
   */
  async seen(): Promise<void> {
    await expect.poll(() => this.page.evaluate(hiddenFocus)).toBe("");
  }
}

function outsidePage(): boolean {
  const at = document.activeElement;
  return !at || at === document.body || !at.matches(":focus");
}

/** Why the focus cannot be seen; "" where it can. */
function hiddenFocus(): string {
  const at = document.activeElement;
  if (!at || at === document.body) return "nothing has the focus";
  const name = `${at.tagName} ${at.getAttribute("aria-label") ?? at.textContent ?? ""}`.slice(
    0,
    80,
  );
  const box = at.getBoundingClientRect();
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  if (!inside) return `${name} is not on the screen`;
  const ring = [at, ...at.children].some((one) => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
  });
  if (!ring) return `${name} has no ring`;
  // A link that wraps is where its first line is.
  const { left, top: upper, width, height } = at.getClientRects()[0] ?? box;
  const x = Math.min(Math.max(left + width / 2, 1), innerWidth - 1);
  const y = Math.min(Math.max(upper + height / 2, 1), innerHeight - 1);
  const top = document.elementFromPoint(x, y);
  const free =
    top !== null && (at.contains(top) || top.contains(at) || top.closest("label") !== null);
  return free ? "" : `${name} lies under ${top?.outerHTML.slice(0, 80)}`;
}
