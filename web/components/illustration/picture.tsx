import { cn } from "@lib/cn";
import { pictureSizes } from "./picture-sizes";

export interface PictureProps {
  name: keyof typeof pictureSizes;
  /** What it shows; decoration without it. */
  alt?: string;
  /** In sight as the page opens. */
  eager?: boolean;
  className?: string;
}

/** A drawn scene served as a file of its own, with its room reserved. */
export function Picture({ name, alt = "", eager = false, className }: PictureProps) {
  const [width, height] = pictureSizes[name];
  return (
    <img
      src={`/pictures/${name}.svg`}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? undefined : "lazy"}
      decoding="async"
      className={cn("block h-auto", className)}
    />
  );
}
