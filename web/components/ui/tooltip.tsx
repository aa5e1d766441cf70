import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

const DELAY_MS = 700;

/** A few words about the one control inside, after 700 ms of pointing or at once on focus. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            className="z-60 max-w-64 rounded-lg bg-ink px-3 py-1.5 text-xs font-medium text-paper"
          >
            {content}
            <Radix.Arrow className="fill-ink" />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
