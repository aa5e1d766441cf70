import { toApiError } from "@api/errors";
import { reportDeviceStorage } from "@api/pickups/device-storage";
import { isUnreachable } from "@lib/lists/list-query";
import { onPersistence, storagePersistence } from "@lib/offline/device-storage";
import { againAfter } from "@lib/offline/send-again";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";

/** Reports the browser's answer about unsent work to the office (rule: storage-refused). */
export function useStorageReport(): void {
  const persistence = useSyncExternalStore(
    onPersistence,
    storagePersistence,
    () => "unknown" as const,
  );
  const { mutate } = useMutation({
    mutationFn: reportDeviceStorage,
    networkMode: "always",
    retry: (_, error) => isUnreachable(error),
    retryDelay: (failures, error) => againAfter(failures, toApiError(error)),
  });
  useEffect(() => {
    if (persistence !== "unknown") mutate(persistence === "granted");
  }, [persistence, mutate]);
}
