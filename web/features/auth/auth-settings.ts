import { anonKey, authUrl } from "@lib/config";
import { useQuery } from "@tanstack/react-query";

/** Which ways to sign in are switched on, as GET /auth/v1/settings has it. */
interface AuthSettings {
  external: Record<string, boolean | undefined>;
}

/** Whether Google sign-in is on: undefined until the server has answered. */
export function useGoogleAvailable() {
  return useQuery({
    queryKey: ["auth-settings"],
    queryFn: async () => {
      const answer = await fetch(`${authUrl()}/settings`, { headers: { apikey: anonKey() } });
      if (!answer.ok) throw new Error(`Settings could not be read: ${answer.status}`);
      return (await answer.json()) as AuthSettings;
    },
    select: (settings) => settings.external.google === true,
    networkMode: "always",
  });
}
