import type { Scene } from "@components/illustration/iso";
import { IsoScene } from "@components/illustration/iso-scene";
import { TapeLabel } from "@components/ui/tape-label";
import { cn } from "@lib/cn";
import type { ReactNode } from "react";

export interface PageHeadProps {
  /** A few words on a strip of tape above the heading. */
  tape?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  /** Actions under the lead. */
  children?: ReactNode;
  scene?: Scene;
  sceneTitle?: string;
  sceneClassName?: string;
}

/** The top of a public page: its one h1 on the left, a scene on the right. */
export function PageHead({
  tape,
  title,
  lead,
  children,
  scene,
  sceneTitle,
  sceneClassName,
}: PageHeadProps) {
  return (
    <section className="bg-mist">
      <div
        className={cn(
          "container-page grid items-center gap-x-12 gap-y-8 py-10 md:py-16",
          scene && "md:grid-cols-[7fr_5fr]",
        )}
      >
        <div className="grid justify-items-start gap-4">
          {tape ? <TapeLabel>{tape}</TapeLabel> : null}
          <h1 className="display-1">{title}</h1>
          {lead ? <p className="max-w-[56ch] text-lg text-muted">{lead}</p> : null}
          {children}
        </div>
        {scene ? (
          <IsoScene
            scene={scene}
            {...(sceneTitle ? { title: sceneTitle } : {})}
            className={cn("mx-auto h-auto w-full", sceneClassName)}
          />
        ) : null}
      </div>
    </section>
  );
}
