import { cn } from "@lib/cn";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";

const LOOKS = {
  error: { frame: "border-brick bg-brick-soft", icon: "text-brick-text", Icon: CircleAlert },
  success: { frame: "border-pine bg-pine-soft", icon: "text-pine", Icon: CircleCheck },
  note: { frame: "border-line-strong bg-tape-soft", icon: "text-ink", Icon: Info },
};

/** A message about a whole form; errors interrupt, the rest waits its turn. */
export function FormAlert({ tone, children }: { tone: keyof typeof LOOKS; children: ReactNode }) {
  const { frame, icon, Icon } = LOOKS[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cn("flex items-start gap-3 rounded-2xl border px-4 py-3 text-sm", frame)}
    >
      <Icon aria-hidden="true" className={cn("mt-0.5 size-5 shrink-0", icon)} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-2 wrap-anywhere">{children}</div>
    </div>
  );
}
