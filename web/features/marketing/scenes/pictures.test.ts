import { gzipSync } from "node:zlib";
import type { Scene } from "@components/illustration/iso";
import { svgMarkup } from "@components/illustration/markup";
import { pictureSizes } from "@components/illustration/picture-sizes";
import { movingDay } from "@components/illustration/scenes";
import { describe, expect, it } from "vitest";
import { blogCovers } from "./blog-covers";
import { campusScenes } from "./campus-scenes";
import { pageScenes } from "./page-scenes";
import { stepScenes } from "./step-scenes";

/** The scenes that are also served as files; `npx vitest run scenes/pictures --update` writes them. */
const pictures: Readonly<Record<string, Scene>> = {
  ...campusScenes,
  ...blogCovers,
  ...stepScenes,
  ...pageScenes,
};

describe("pictures", () => {
  it.each(Object.entries(pictures))(
    "the file %s.svg shows the scene as it is drawn now",
    async (name, scene) => {
      await expect(svgMarkup(name, scene)).toMatchFileSnapshot(
        `../../../public/pictures/${name}.svg`,
      );
    },
  );

  it("have the room that pages keep for them", () => {
    const drawn = Object.entries(pictures).map(([name, { width, height }]) => [
      name,
      [width, height],
    ]);
    expect(Object.fromEntries(drawn)).toEqual(pictureSizes);
  });

  it.each(Object.entries({ movingDay, ...campusScenes }))(
    "%s is small enough to stand in the page itself",
    (name, scene) => {
      expect(gzipSync(svgMarkup(name, scene)).length).toBeLessThan(4096);
    },
  );
});
