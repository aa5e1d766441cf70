/** Where the links of both mails return to. */
export function returnUrl(): string {
  return `${window.location.origin}/auth/callback?flow=email_change`;
}
