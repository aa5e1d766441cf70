import { ApiKeysCard } from "./api-keys-card";
import { ChannelsCard } from "./channels-card";
import { FeedsCard } from "./feeds-card";
import { WebhooksCard } from "./webhooks-card";

/** What connects programs of others. */
export function ConnectionsSection() {
  return (
    <section className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">Connections</h2>
      <WebhooksCard />
      <ApiKeysCard />
      <FeedsCard />
      <ChannelsCard />
    </section>
  );
}
