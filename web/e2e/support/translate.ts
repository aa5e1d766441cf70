import type { Page } from "@playwright/test";

/**
 * Let each page of this tab be translated as Chrome does it: every text node, also of what is shown
 * later, is replaced by <font> in <font>. The words stay, so that a journey finds them.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const SKIPPED = "script,style,textarea,noscript,font,[translate=no]";
    function translate(): void {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest(SKIPPED)) continue;
        const [font, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = text.data;
        font.append(inner);
        text.parentNode?.replaceChild(font, text);
      }
    }
    addEventListener("DOMContentLoaded", () => {
      let waiting = 0;
      const later = () => {
        clearTimeout(waiting);
        waiting = window.setTimeout(translate, 20);
      };
      new MutationObserver(later).observe(document, { childList: true, subtree: true });
      translate();
    });
  });
}
