import { useCampusClock } from "@api/clock";
import { type PushDevice, type TellingState, usePushDevices } from "@api/customers/devices";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Section } from "@features/account/section";
import { deviceWords, isHandheld } from "@features/account/security/device-words";
import { useOwnId } from "@features/account/use-own-account";
import { formatCampusTime } from "@lib/format/campus-time";
import { business } from "@lib/site/published";
import { Bell, Laptop, Smartphone } from "lucide-react";

const HINTS: Partial<Record<TellingState, string>> = {
  denied:
    "Notifications are blocked in this browser. Allow them for this site in its settings, then reload this page.",
  install: `To turn them on here, first add ${business.name} to your Home Screen: tap Share, then Add to Home Screen.`,
  unsupported: "This browser cannot show notifications.",
};

/** Which devices get notifications, and switching each off. */
export function DevicesSection() {
  const { state, all, own, busy, tell, stop } = usePushDevices(useOwnId(), true);
  const hint = HINTS[state];
  return (
    <Section
      id="notifications"
      title="Notifications"
      about="A device that is on gets a notification when our crew is near, and other news of your booking. Emails come all the same."
      loading={state === "reading"}
    >
      <div className="grid gap-5">
        {all && all.length > 0 ? (
          <ul className="divide-y divide-line border-y border-line">
            {all.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                own={device.endpoint === own}
                busy={busy}
                onOff={() => stop(device.endpoint)}
              />
            ))}
          </ul>
        ) : null}
        {state === "off" ? (
          <Button variant="secondary" className="justify-self-start" busy={busy} onClick={tell}>
            {busy ? null : <Bell aria-hidden="true" />}
            Turn on for this device
          </Button>
        ) : hint ? (
          <p className="max-w-[62ch] text-muted">{hint}</p>
        ) : null}
      </div>
    </Section>
  );
}

interface DeviceRowProps {
  device: PushDevice;
  own: boolean;
  busy: boolean;
  onOff: () => void;
}

function DeviceRow({ device, own, busy, onOff }: DeviceRowProps) {
  const { data: clock } = useCampusClock();
  const words = deviceWords(device.user_agent);
  const Icon = isHandheld(device.user_agent) ? Smartphone : Laptop;
  return (
    <li className="flex items-start gap-4 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {words}
          {own ? <Badge tone="pine">This device</Badge> : null}
        </p>
        <p className="tabular text-xs text-muted wrap-anywhere">
          On since {formatCampusTime(device.created_at, clock?.utc_offset)}, campus time
        </p>
      </div>
      <Button
        variant="ghost"
        aria-label={`Turn off notifications on ${own ? "this device" : words}`}
        busy={busy}
        onClick={onOff}
      >
        Turn off
      </Button>
    </li>
  );
}
