import type { PictureProps } from "@components/illustration/picture";

export interface Section {
  heading: string;
  paragraphs?: readonly string[];
  /** A list of things to do or to take. */
  list?: readonly string[];
  /** A sentence to remember, set apart. */
  note?: string;
  picture?: PictureProps["name"];
}

export interface Post {
  slug: "student-storage-hassle-free" | "ultimate-student-storage-checklist";
  title: string;
  /** YYYY-MM-DD */
  published: string;
  summary: string;
  sections: readonly Section[];
}
