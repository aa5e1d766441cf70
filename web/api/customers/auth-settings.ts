import { anonKey, authUrl } from "@lib/site/config";
import { useQuery } from "@tanstack/react-query";

/** Which ways to sign in are switched on, as GET /auth/v1/settings has it. */
interface AuthSettings {
  external: Record<string, boolean | undefined>;
  mailer_autoconfirm: boolean;
}

/** Whether Google sign-in is on: undefined until the server has answered. */
export function useGoogleAvailable() {
  return useAuthSettings((settings) => settings.external.google === true);
}

/** Whether a new address counts without its old mailbox: undefined until the server has answered. */
export function useAutoconfirm() {
  return useAuthSettings((settings) => settings.mailer_autoconfirm);
}

function useAuthSettings<T>(select: (settings: AuthSettings) => T) {
  return useQuery({
    queryKey: ["auth-settings"],
    queryFn: async () => {
      const answer = await fetch(`${authUrl()}/settings`, { headers: { apikey: anonKey() } });
      if (!answer.ok) throw new Error(`Settings could not be read: ${answer.status}`);
      return (await answer.json()) as AuthSettings;
    },
    select,
    networkMode: "always",
  });
}
