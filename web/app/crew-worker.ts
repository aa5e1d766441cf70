import { NavigationRoute, type PrecacheEntry, Serwist } from "serwist";

/** Put in by the build: the files of the crew's pages, and a name for what the page is made of. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_REVISION: string;

const PAGE = "/admin-dashboard";
/** The server puts this installation's in their place: with others the page is fetched anew. */
const INSTALLATION = "__SUMMERSTOW_ANON_KEY__ __SUMMERSTOW_DEMO__ __SUMMERSTOW_SITE_URL__";

/**
 * The crew's service worker, for addresses below /admin-dashboard alone: their page and its files
 * come from this device, everything else goes to the server as ever. A new version waits until its
 * page says that nothing is open (lib/offline/crew-shell.ts).
 */
const entries: PrecacheEntry[] = [
  { url: PAGE, revision: `${SHELL_REVISION} ${INSTALLATION}` },
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
