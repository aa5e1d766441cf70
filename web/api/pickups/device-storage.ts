import { command, type Rest, readCommand, rest } from "@api/client";
import type { RefusedDevice } from "@api/commands.types";

export const deviceKeys = { refused: ["devices", "refused"] as const };

/** Tells the office whether this device's browser promised to keep unsent work. */
export async function reportDeviceStorage(persistent: boolean): Promise<void> {
  await command("report_device_storage", { persistent });
}

/** Crew devices whose browser may delete unsent work, the latest report first. Office. */
export function refusedDevices(via: Rest = rest()): Promise<RefusedDevice[]> {
  return readCommand("refused_devices", {}, via);
}
