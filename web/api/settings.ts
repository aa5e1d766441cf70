import { command, type Rest, type Result, readCommand } from "@api/client";
import type { SectionShown } from "@api/commands.types";

export type FirstStep = Result<"first_steps">[number];
export type Section = SectionShown["section"];

export const settingsKeys = {
  all: ["settings"] as const,
  steps: ["settings", "first-steps"] as const,
  samples: ["settings", "samples"] as const,
  effects: ["settings", "effects"] as const,
  close: ["settings", "season-close"] as const,
  archive: ["settings", "archive"] as const,
  kinds: ["settings", "message-kinds"] as const,
  preview: ["settings", "preview"] as const,
  section: (section: Section) => ["settings", section] as const,
};

/** A section of the settings: what holds, its draft, its history. Executives only, as all here. */
export function settingsSection(section: Section, via: Rest): Promise<SectionShown> {
  return command("settings_section", { section }, via);
}

/** Keeps a draft; refused with 409 where another executive saved after `revision`. */
export function saveSettings(
  section: Section,
  document: Record<string, unknown>,
  revision: number,
  via: Rest,
): Promise<SectionShown> {
  return command("save_settings", { section, document, revision }, via);
}

export function discardSettings(
  section: Section,
  revision: number,
  via: Rest,
): Promise<SectionShown> {
  return command("discard_settings", { section, revision }, via);
}

/** Lets the draft hold from a campus-local day on. */
export function publishSettings(
  section: Section,
  publication: { revision: number; day: string; note: string },
  via: Rest,
): Promise<SectionShown> {
  return command("publish_settings", { section, ...publication }, via);
}

/** What the draft of the seasons means for bookings, and for those who wait for it. */
export function seasonEffects(via: Rest): Promise<Result<"season_effects">> {
  return readCommand("season_effects", {}, via);
}

export type LeftOpen = Result<"season_close">[number];

/** What is still open at the end of a season. */
export function seasonClose(via: Rest): Promise<LeftOpen[]> {
  return readCommand("season_close", {}, via);
}

export type Archive = NonNullable<Result<"newest_archive">>;

/** The newest archive of everything that the business keeps; null while there is none. */
export function newestArchive(via: Rest): Promise<Archive | null> {
  return readCommand("newest_archive", {}, via);
}

/** Lets an archive be made; one that is being made is answered as it is. */
export function requestArchive(via: Rest): Promise<Archive | null> {
  return command("request_archive", {}, via);
}

/** Where an archive is downloaded, for five minutes. */
export function archiveLink(id: string, via: Rest): Promise<{ path: string }> {
  return command("archive_link", { archive_id: id }, via);
}

export type MessageKind = Result<"message_kinds">[number];

/** Every message whose words can be changed, with the shipped ones. */
export function messageKinds(via: Rest): Promise<MessageKind[]> {
  return readCommand("message_kinds", {}, via);
}

/** How words read with sample values; refused with what is wrong with them. */
export function previewMessage(
  kind: string,
  text: string,
  via: Rest,
): Promise<Result<"preview_message">> {
  return command("preview_message", { kind, text }, via);
}

/** How a text of a page reads, its values not filled in; refused with what is wrong with it. */
export function previewText(text: string, via: Rest): Promise<Result<"preview_text">> {
  return command("preview_text", { text }, via);
}

/** Mails words with sample values to the executive who asks. */
export function sendMessageToMe(
  kind: string,
  text: string,
  via: Rest,
): Promise<Result<"send_message_to_me">> {
  return command("send_message_to_me", { kind, text }, via);
}

/** Makes an earlier version the draft. */
export function restoreSettings(
  section: Section,
  version: number,
  via: Rest,
): Promise<SectionShown> {
  return command("restore_settings", { section, version }, via);
}

/** Takes back a version whose day has not come. */
export function withdrawSettings(
  section: Section,
  version: number,
  via: Rest,
): Promise<SectionShown> {
  return command("withdraw_settings", { section, version }, via);
}

/** What a new installation still needs, each with its state. */
export function firstSteps(via: Rest): Promise<FirstStep[]> {
  return readCommand("first_steps", {}, via);
}

/** Mails the executive who asks. */
export function sendTestMail(via: Rest): Promise<{ sent_to: string }> {
  return command("send_test_mail", {}, via);
}

/** A public page as HTML, rendered with the section's draft; nothing is published. */
export function previewPage(
  section: Section,
  path: string,
  via: Rest,
): Promise<Result<"preview_page">> {
  return command("preview_page", { section, path }, via);
}

/** What customers pay a month today and by the draft of the prices; empty without a draft. */
export function samplePrices(via: Rest): Promise<Result<"sample_prices">> {
  return readCommand("sample_prices", {}, via);
}
