import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What axe finds wrong on the page, or in the parts that the selectors name: a line for each node.
 *
 * In its legacy mode axe ends its work in the page itself; otherwise each call opens another page
 * and takes twice as long. Only frames of foreign sites need that, and there are none. It describes
 * what it finds wrong, and not each part that is right: that takes twice as long again.
 */
export async function barriers(page: Page, ...within: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  for (const part of within) axe.include(part);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
