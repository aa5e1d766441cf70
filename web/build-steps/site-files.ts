import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(js|css|svg|json|wasm)$/;
/** The server completes it first, as it does pages. */
const COMPLETED = "crew-worker.js";
/** As summerstow/platform/server/site.py: what is shorter is sent as it is. */
const WORTH_IT = 512;

/** The files below a folder, as paths relative to it, with forward slashes. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join("/"));
}

/**
 * Writes `.br` and `.gz` beside each file that is the same for every installation. Pages are
 * completed by the server first, so it compresses those.
 */
export async function compressAhead(client: string): Promise<void> {
  const names = (await filesIn(client)).filter(
    (name) => COMPRESSIBLE.test(name) && name !== COMPLETED,
  );
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(client, name);
      const body = await readFile(file);
      if (body.length < WORTH_IT) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      };
      await Promise.all([
        promisify(brotliCompress)(body, { params }).then((form) => writeFile(`${file}.br`, form)),
        promisify(gzip)(body, { level: 9 }).then((form) => writeFile(`${file}.gz`, form)),
      ]);
    }),
  );
}
