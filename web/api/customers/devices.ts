import { command, dataOf, readCommand, rest } from "@api/client";
import { toApiError } from "@api/errors";
import {
  pushIsKnown,
  pushSubscription,
  pushSupport,
  renewPush,
  subscribeToPush,
  unsubscribeFromPush,
} from "@lib/push/push";
import { mayBeTold } from "@lib/push/told-hint";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

/** A device that is told what happens while its page is closed. */
export interface PushDevice {
  id: string;
  endpoint: string;
  user_agent: string | null;
  created_at: string;
}

interface ToldDevices {
  all: PushDevice[];
  /** the address of this browser's subscription, if the server knows it */
  own: string | undefined;
}

/** `install`: an iPhone tells only pages on its Home Screen. */
export type TellingState = "reading" | "unsupported" | "install" | "denied" | "off" | "on";

const deviceKeys = { of: (userId: string) => ["told-devices", userId] as const };

async function toldDevices(): Promise<ToldDevices> {
  const here = mayBeTold() && pushSupport() === "yes";
  const key = here ? (await readCommand("push_key", {})).key : "";
  // Before the list is read, so that a device with another address is found in it.
  if (here) await renewPush().catch(() => undefined);
  const all = await dataOf<PushDevice[]>(
    rest()
      .from("push_subscriptions")
      .select("id,endpoint,user_agent,created_at")
      .order("created_at", { ascending: false }),
  );
  const subscription = here ? await pushSubscription(key) : null;
  const own = all.find(({ endpoint }) => endpoint === subscription?.endpoint)?.endpoint;
  if (own && subscription) await pushIsKnown(key, subscription);
  return { all, own };
}

async function tellHere(): Promise<"on" | "denied" | "off"> {
  const answer = await Notification.requestPermission();
  if (answer !== "granted") return answer === "denied" ? "denied" : "off";
  const { key } = await readCommand("push_key", {});
  const subscription = await subscribeToPush(key);
  const { endpoint = "", keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await command("push_subscribe", { subscription: { endpoint, keys: { p256dh, auth } } });
  await pushIsKnown(key, subscription);
  return "on";
}

/**
 * Whether this device is told, and switching it on and off; `all` of the person's devices with it.
 * `eager`: reads them also where this one cannot be among them.
 */
export function usePushDevices(userId: string, eager = false) {
  const queries = useQueryClient();
  const queryKey = deviceKeys.of(userId);
  const support = pushSupport();
  const wanted = eager || (support === "yes" && mayBeTold());
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: toldDevices,
    enabled: wanted,
    networkMode: "always",
  });
  const settle = {
    networkMode: "always",
    onSettled: () => queries.invalidateQueries({ queryKey }),
  } as const;
  const on = useMutation({
    ...settle,
    mutationFn: tellHere,
    onError: (error) =>
      toast.error("Notifications are not on", { description: failureWords(error) }),
  });
  const off = useMutation({
    ...settle,
    mutationFn: async (endpoint: string) => {
      await command("push_unsubscribe", { subscription: { endpoint } });
      if (endpoint === data?.own) await unsubscribeFromPush();
    },
    onSuccess: () => on.reset(),
    onError: (error) =>
      toast.error("Notifications are not off", { description: toApiError(error).message }),
  });
  return {
    state: stateOf({
      support,
      denied: isDenied(support),
      reading: wanted && isPending,
      told: Boolean(data?.own),
    }),
    all: data?.all,
    own: data?.own,
    busy: on.isPending || off.isPending,
    tell: () => on.mutate(),
    stop: (endpoint: string) => off.mutate(endpoint),
  };
}

function isDenied(support: string): boolean {
  return support === "yes" && Notification.permission === "denied";
}

interface Known {
  support: ReturnType<typeof pushSupport>;
  denied: boolean;
  reading: boolean;
  told: boolean;
}

function stateOf({ support, denied, reading, told }: Known): TellingState {
  if (support === "install") return "install";
  if (support === "no") return "unsupported";
  if (denied) return "denied";
  if (reading) return "reading";
  return told ? "on" : "off";
}

/** The browser's own refusals say nothing that helps. */
function failureWords(error: unknown): string {
  return error instanceof DOMException
    ? "This browser did not reach its notification service. Please try again later."
    : toApiError(error).message;
}
