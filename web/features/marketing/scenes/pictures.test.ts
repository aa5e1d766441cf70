import type { Scene } from "@components/illustration/iso";
import { expect, it } from "vitest";
import { blogCovers } from "./blog-covers";
import { campusScenes } from "./campus-scenes";

/** The scenes that are also served as files; `npx vitest run scenes/pictures --update` writes them. */
const pictures: Readonly<Record<string, Scene>> = { ...campusScenes, ...blogCovers };

function svg(title: string, { width, height, shapes }: Scene): string {
  const paths = shapes.map(({ d, fill }) => `<path fill="${fill}" d="${d}"/>`).join("\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n<title>${title}</title>\n${paths}\n</svg>\n`;
}

it.each(Object.entries(pictures))(
  "the file %s.svg shows the scene as it is drawn now",
  async (name, scene) => {
    await expect(svg(name, scene)).toMatchFileSnapshot(`../../../public/pictures/${name}.svg`);
  },
);
