import { SESSION_STORAGE_KEY } from "@lib/auth/client";

/**
 * Marks the document before its first paint when this browser keeps a session, so that styles can
 * show `member-only` in place of `guest-only` (styles.css) until the session itself is known.
 */
export const SIGNED_IN_HINT = `try{if(localStorage.getItem("${SESSION_STORAGE_KEY}"))document.documentElement.dataset.session=""}catch{}`;
