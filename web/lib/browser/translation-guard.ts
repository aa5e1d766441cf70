/**
 * Keeps React working on a page that the browser translates (rule: survives-translation).
 *
 * A translator replaces each text node by a <font> element. React keeps the text nodes: it fails
 * when it removes them or inserts before them, and its later words go to nodes that are not shown.
 * The guard remembers which element replaced which text, and acts on the element instead.
 * It must start before React does.
 */
export function startTranslationGuard(): void {
  const { removeChild, insertBefore } = Node.prototype;
  const replacementOf = new WeakMap<Node, Element>();
  const replacements = new WeakSet<Element>();
  const observer = new MutationObserver(readRecords);
  observer.observe(document, { childList: true, subtree: true });

  function readRecords(records: MutationRecord[]): void {
    for (const record of records)
      if (record.type === "characterData") showText(record.target);
      else for (const node of record.removedNodes) rememberReplacement(node, record);
  }

  function rememberReplacement(node: Node, record: MutationRecord): void {
    if (node.nodeType !== Node.TEXT_NODE || node.parentNode) return;
    const near = [...record.addedNodes, record.previousSibling, record.nextSibling];
    const font = near.find(
      (one): one is Element => isFont(one) && one.isConnected && !replacements.has(one),
    );
    if (!font) return;
    replacements.add(font);
    replacementOf.set(node, font);
    observer.observe(node, { characterData: true });
  }

  /** Put a text that React has changed back into the page, where it is translated again. */
  function showText(text: Node): void {
    const font = replacementOf.get(text);
    if (!font?.isConnected || text.parentNode) return;
    replacementOf.delete(text);
    font.replaceWith(text);
  }

  /** The child of `parent` that stands for `node`; null if there is none. */
  function shownIn(parent: Node, node: Node): Node | null {
    readRecords(observer.takeRecords());
    if (node.parentNode === parent) return node;
    const font = replacementOf.get(node);
    return font?.parentNode === parent ? font : null;
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const node = shownIn(this, child);
    if (node) removeChild.call(this, node);
    else child.parentNode?.removeChild(child);
    return child;
  };

  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    const at = before && before.parentNode !== this ? shownIn(this, before) : before;
    return insertBefore.call(this, node, at) as T;
  };
}

function isFont(node: Node | null): node is Element {
  return node?.nodeName === "FONT";
}
