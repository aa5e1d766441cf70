import { createContext, useContext } from "react";

/** What can be opened over My Storage. */
export type BookingDialog =
  | "items"
  | "delivery"
  | "longer"
  | "part"
  | "cancel"
  | "supply_kit_delivery_date"
  | "pickup_date"
  | "return_delivery_date";

export const OpenDialog = createContext<(dialog: BookingDialog) => void>(() => undefined);

/** Opens a dialog of the booking that the page is about. */
export const useOpenDialog = () => useContext(OpenDialog);
