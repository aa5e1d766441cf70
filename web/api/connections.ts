import { type Arguments, command, type Rest, type Result, readCommand } from "@api/client";

export type Webhook = Result<"webhooks">[number];
export type WebhookSecret = Result<"add_webhook">;
export type WebhookEvent = Arguments<"add_webhook">["events"][number];
export type Delivery = Result<"webhook_deliveries">[number];
export type ApiKey = Result<"api_keys">[number];
export type Scope = Arguments<"create_api_key">["scopes"][number];
export type CalendarFeed = Result<"calendar_feeds">[number];

export const connectionKeys = {
  webhooks: ["connections", "webhooks"] as const,
  deliveries: (id: string) => ["connections", "webhooks", id] as const,
  keys: ["connections", "api-keys"] as const,
  feeds: ["connections", "feeds"] as const,
  texts: ["connections", "texts"] as const,
};

/** The addresses that events are sent to. Executives only, as all here. */
export function webhooks(via: Rest): Promise<Webhook[]> {
  return readCommand("webhooks", {}, via);
}

/** Answers with the secret, which is never shown again. Needs a recent second factor. */
export function addWebhook(
  endpoint: { url: string; events: WebhookEvent[] },
  via: Rest,
): Promise<WebhookSecret> {
  return command("add_webhook", endpoint, via);
}

export function changeWebhook(
  endpoint: { id: string; url: string; events: WebhookEvent[] },
  via: Rest,
): Promise<Webhook> {
  return command("change_webhook", endpoint, via);
}

/** Another secret; for a day the one before signs as well. */
export function renewWebhookSecret(id: string, via: Rest): Promise<WebhookSecret> {
  return command("renew_webhook_secret", { id }, via);
}

/** Sends to a webhook that is off again, first what waits. */
export function enableWebhook(id: string, via: Rest): Promise<Webhook> {
  return command("enable_webhook", { id }, via);
}

export function removeWebhook(id: string, via: Rest): Promise<void> {
  return command("remove_webhook", { id }, via);
}

export function testWebhook(id: string, via: Rest): Promise<void> {
  return command("test_webhook", { id }, via);
}

/** A page of what was sent, newest first; `before` is the last one of the page before. */
export function webhookDeliveries(
  id: string,
  before: string | null,
  via: Rest,
): Promise<Delivery[]> {
  return readCommand("webhook_deliveries", { id, ...(before ? { before } : {}) }, via);
}

export function resendWebhook(id: string, via: Rest): Promise<Delivery> {
  return command("resend_webhook", { id }, via);
}

export function apiKeys(via: Rest): Promise<ApiKey[]> {
  return readCommand("api_keys", {}, via);
}

/** Answers with the key, which is never shown again. Needs a recent second factor. */
export function createApiKey(
  key: { name: string; scopes: Scope[]; last_day: string },
  via: Rest,
): Promise<Result<"create_api_key">> {
  return command("create_api_key", key, via);
}

export function revokeApiKey(id: string, via: Rest): Promise<void> {
  return command("revoke_api_key", { id }, via);
}

/** Calendars behind secret addresses, those of campuses first. */
export function calendarFeeds(via: Rest): Promise<CalendarFeed[]> {
  return readCommand("calendar_feeds", {}, via);
}

export function addCalendarFeed(
  owner: { campus_id: number } | { worker_id: string },
  via: Rest,
): Promise<CalendarFeed[]> {
  return command("add_calendar_feed", owner, via);
}

/** Another address; the one before ends at once. */
export function renewCalendarFeed(id: string, via: Rest): Promise<CalendarFeed> {
  return command("renew_calendar_feed", { id }, via);
}

export function removeCalendarFeed(id: string, via: Rest): Promise<void> {
  return command("remove_calendar_feed", { id }, via);
}

export type TextChannel = Result<"text_channel">;

/** How text messages leave, and what became of those of the last 30 days. */
export function textChannel(via: Rest): Promise<TextChannel> {
  return readCommand("text_channel", {}, via);
}

export function sendTestText(phone: string, via: Rest): Promise<{ sent_to: string }> {
  return command("send_test_text", { phone }, via);
}

/** Asks Stripe whether the key works; nothing is charged. */
export function checkCards(via: Rest): Promise<Result<"check_cards">> {
  return readCommand("check_cards", {}, via);
}
