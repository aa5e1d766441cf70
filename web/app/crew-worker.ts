import { NavigationRoute, type PrecacheEntry, Serwist } from "serwist";

/** Put in by the build: the files of the crew's pages. */
declare const SHELL_FILES: readonly string[];

const PAGE = "/admin-dashboard";
/** The server puts its page's digest here: where it differs, the page is fetched anew. */
const REVISION = "__SUMMERSTOW_SHELL__";

/**
 * The crew's service worker, for addresses below /admin-dashboard alone: their page and its files
 * come from this device, everything else goes to the server as ever. A new version waits until its
 * page says that nothing is open (lib/offline/crew-shell.ts).
 */
const entries: PrecacheEntry[] = [
  { url: PAGE, revision: REVISION },
  ...SHELL_FILES.map((url) => ({ url, revision: null })),
];
const serwist = new Serwist({
  precacheEntries: entries,
  precacheOptions: { cleanupOutdatedCaches: true, ignoreURLParametersMatching: [] },
  clientsClaim: true,
});
serwist.registerRoute(
  new NavigationRoute(serwist.createHandlerBoundToUrl(PAGE), {
    allowlist: [/^\/admin-dashboard$/, /^\/admin-dashboard\?/],
  }),
);
serwist.addEventListeners();
