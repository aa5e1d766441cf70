import { fileURLToPath } from "node:url";

/** The folders that may be imported by name; tsconfig.json holds the same list for the compiler. */
export const aliases = ["app", "features", "api", "components", "lib"]
  .map((room) => ({
    find: new RegExp(`^@${room}/`),
    replacement: `${fileURLToPath(new URL(`./${room}/`, import.meta.url))}`,
  }))
  .concat({
    find: /^@facts\//,
    replacement: fileURLToPath(new URL("../summerstow/facts/", import.meta.url)),
  });
