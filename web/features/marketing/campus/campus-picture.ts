import type { PictureProps } from "@components/illustration/picture";
import { pictureSizes } from "@components/illustration/picture-sizes";

/** The picture of a campus: its own, or the one that campuses without a drawing share. */
export function campusPicture(slug: string): PictureProps["name"] {
  return slug in pictureSizes ? (slug as PictureProps["name"]) : "tru";
}
