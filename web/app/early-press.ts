/**
 * Keeps a press on a link that opens the booking dialog while the page is still arriving: it stands
 * in the document's head, as the script that holds presses (build-steps/wake.ts) comes last. That
 * script takes the press over. A page without it is the application's own, which says when it is ready.
 */
export const EARLY_PRESS = `{const press=e=>{const a=!e.button&&!e.metaKey&&!e.ctrlKey&&!e.shiftKey&&e.target.closest("a[data-opens-dialog]");if(a){e.preventDefault();window.summerstowPressed=a}};addEventListener("click",press,true);for(const t of["summerstow:awake","summerstow:ready"])addEventListener(t,()=>removeEventListener("click",press,true),{once:true})}`;
