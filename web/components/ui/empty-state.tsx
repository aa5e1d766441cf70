import type { Scene } from "@components/illustration/iso";
import { IsoScene } from "@components/illustration/iso-scene";
import { cn } from "@lib/cn";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  /** One of the scenes of `@components/illustration/scenes`. */
  scene: Scene;
  title: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  className?: string;
}

/** Nothing here yet: a small scene, one sentence, one button. */
export function EmptyState({ scene, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cn("grid justify-items-center gap-2 px-4 py-10 text-center", className)}>
      <IsoScene scene={scene} className="mb-2 h-auto w-44" />
      <h2 className="text-xl">{title}</h2>
      {children ? <p className="max-w-[44ch] text-sm text-muted">{children}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
