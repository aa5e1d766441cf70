/**
 * A sign-in without a valid return address ends at the site's root: a provider with `?error=…`, a
 * mail's link with `#access_token=…` or `#error=…`. This script in the document's head leads on to
 * the page that reads them, before anything is painted.
 */
const WORDS = "access_token|code|error|error_code|error_description|message";

/** A new password comes next after these. */
const NEW_PASSWORD = "recovery|invite";

export const ARRIVALS = `{const lead=()=>{const l=location,w=l.search+l.hash;if(l.pathname==="/"&&/[?#&](${WORDS})=/.test(w)){document.documentElement.hidden=true;l.replace((/[?#&]type=(${NEW_PASSWORD})(&|$)/.test(w)?"/auth/set-password":"/auth/callback")+w)}};addEventListener("hashchange",lead);lead()}`;
