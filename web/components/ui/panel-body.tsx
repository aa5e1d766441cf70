import { type ReactNode, useEffect, useRef, useState } from "react";

const STOPS =
  "a[href],button:not(:disabled),input:not(:disabled),select,textarea,summary,[tabindex='0']";

/** What comes late above it (a price, a list) pushes what has the focus under the panel's foot. */
function keepFocusInSight(body: Element, grown: number) {
  const at = document.activeElement;
  if (!at || at === body || !body.contains(at)) return;
  const foot = body.getBoundingClientRect().bottom;
  const { bottom } = at.getBoundingClientRect();
  // A reader who has scrolled away stays there.
  if (bottom > foot && bottom - grown <= foot) at.scrollIntoView({ block: "nearest" });
}

/** The scrolling part of a dialog or sheet: a stop for the Tab key where nothing inside it is one. */
export function PanelBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [alone, setAlone] = useState(false);

  useEffect(() => {
    let height = 0;
    const look = () => {
      if (!body.current || !content.current) return;
      const grown = content.current.offsetHeight - height;
      if (height > 0 && grown > 0) keepFocusInSight(body.current, grown);
      height = content.current.offsetHeight;
      const scrolls = body.current.scrollHeight > body.current.clientHeight;
      setAlone(scrolls && content.current.querySelector(STOPS) === null);
    };
    // Another step is another height; one of the very same height is seen at the next change.
    const sizes = new ResizeObserver(look);
    for (const part of [body.current, content.current]) if (part) sizes.observe(part);
    return () => sizes.disconnect();
  }, []);

  return (
    <div
      ref={body}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-py-3 px-5 pt-1.5 pb-6 sm:px-6"
      {...(alone ? { tabIndex: 0, role: "group", "aria-label": "Contents" } : {})}
    >
      <div ref={content} data-panel-body>
        {children}
      </div>
    </div>
  );
}
