import type { Auth } from "@lib/auth/client";

type Register = Auth["mfa"]["webauthn"]["register"];
type Authenticate = Auth["mfa"]["webauthn"]["authenticate"];

/**
 * The client's own defaults ask for a separate security key and its maker's attestation. Any
 * authenticator will do, the device's own before all: attachments that a browser does not know
 * are ignored by it, and an empty one is the only way to take the default back.
 */
const ANY_AUTHENTICATOR = {
  hints: [],
  attestation: "none",
  authenticatorSelection: { authenticatorAttachment: "" as AuthenticatorAttachment },
} satisfies Parameters<Register>[1];

/**
 * Makes a passkey and turns it on as a second factor; the session is raised with it.
 * @throws the auth client's error, or the browser's refusal as it wraps it.
 */
export async function registerPasskey(auth: Auth, friendlyName: string): Promise<void> {
  const { error } = await auth.mfa.webauthn.register({ friendlyName }, ANY_AUTHENTICATOR);
  if (error) throw error;
}

/**
 * Shows a passkey as the second step.
 * @throws as `registerPasskey`.
 */
export async function showPasskey(auth: Auth, factorId: string): Promise<void> {
  // Merged over the server's options, so that it need not be a whole set.
  const overrides = { hints: [], attestation: "none" } as unknown as Parameters<Authenticate>[1];
  const { error } = await auth.mfa.webauthn.authenticate({ factorId }, overrides);
  if (error) throw error;
}
