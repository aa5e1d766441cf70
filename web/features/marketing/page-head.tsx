import { Picture, type PictureProps } from "@components/illustration/picture";
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
  /** The page's own scene, standing on the lower edge of the field. */
  picture?: PictureProps["name"];
  pictureAlt?: string;
  pictureClassName?: string;
}

/** The top of a public page: its one h1 on the left, its scene standing on the right. */
export function PageHead({
  tape,
  title,
  lead,
  children,
  picture,
  pictureAlt = "",
  pictureClassName,
}: PageHeadProps) {
  return (
    <section className="bg-mist">
      <div
        className={cn(
          "container-page grid items-end gap-x-12 gap-y-6 pt-10 md:pt-14",
          picture ? "md:grid-cols-[7fr_5fr]" : "pb-10 md:pb-14",
        )}
      >
        <div className={cn("grid justify-items-start gap-4", picture && "self-center md:pb-14")}>
          {tape ? <TapeLabel>{tape}</TapeLabel> : null}
          <h1 className="display-1">{title}</h1>
          {lead ? <p className="max-w-[52ch] text-lg text-muted">{lead}</p> : null}
          {children}
        </div>
        {picture ? (
          <Picture
            eager
            name={picture}
            alt={pictureAlt}
            className={cn("relative mx-auto -mb-8 w-full max-w-72 md:max-w-md", pictureClassName)}
          />
        ) : null}
      </div>
    </section>
  );
}
