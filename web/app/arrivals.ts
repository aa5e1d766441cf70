/**
 * Whoever asked for no return address, or for one that is refused, is sent back to the site's root:
 * a provider with `?error=…`, a mail's link with `#access_token=…` or `#error=…`.
 * The home page has no use for them, so this leads on to the page that has, before anything is
 * painted and before the application is there: it stands in the document's head.
 */
const WORDS = "access_token|code|error|error_code|error_description|message";

/** A new password comes next after these. */
const NEW_PASSWORD = "recovery|invite";

export const ARRIVALS = `{const lead=()=>{const l=location,w=l.search+l.hash;if(l.pathname==="/"&&/[?#&](${WORDS})=/.test(w)){document.documentElement.hidden=true;l.replace((/[?#&]type=(${NEW_PASSWORD})(&|$)/.test(w)?"/auth/set-password":"/auth/callback")+w)}};addEventListener("hashchange",lead);lead()}`;
