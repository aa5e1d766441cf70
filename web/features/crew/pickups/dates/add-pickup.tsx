import { type ComponentProps, lazy, Suspense } from "react";

const AddPickupDialog = lazy(async () => ({
  default: (await import("./add-pickup-dialog")).AddPickupDialog,
}));

/** The dialog, loaded when it is opened: it brings the phone library. */
export function AddPickup(props: ComponentProps<typeof AddPickupDialog>) {
  return (
    <Suspense fallback={null}>
      <AddPickupDialog {...props} />
    </Suspense>
  );
}
