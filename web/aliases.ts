import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { listThatHolds } from "./lib/site/price-list.ts";

const facts = fileURLToPath(new URL("../summerstow/facts/", import.meta.url));

/** The price list that the build shows; the server renders its pages again when another holds. */
const priceList = listThatHolds(readdirSync(`${facts}pricing`), new Date());

/** The folders that may be imported by name; tsconfig.json holds the same list for the compiler. */
export const aliases = ["app", "features", "api", "components", "lib"]
  .map((room) => ({
    find: new RegExp(`^@${room}/`),
    replacement: `${fileURLToPath(new URL(`./${room}/`, import.meta.url))}`,
  }))
  .concat(
    {
      find: /^@facts\/(?=(pricing|terms|item_prices|estimate_example)\.json$)/,
      replacement: `${facts}pricing/${priceList}/`,
    },
    { find: /^@facts\//, replacement: facts },
  );
