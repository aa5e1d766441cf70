/** Whether this browser may be subscribed: worth looking, and nothing is loaded for it. */
export function mayBeTold(): boolean {
  return "Notification" in globalThis && Notification.permission === "granted";
}
