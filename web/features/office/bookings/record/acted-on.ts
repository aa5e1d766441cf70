import type { Booking } from "@api/bookings/booking";

/** As much of a booking as its actions need: the customer's file has no more. */
export type ActedOn = Pick<
  Booking,
  | "id"
  | "status"
  | "user_id"
  | "email"
  | "campus_id"
  | "pickup_date"
  | "pickup_time"
  | "confirm_by"
  | "delivery_option"
  | "delivery_address"
  | "return_delivery_date"
>;

/** As much of a booking as its move needs: a stop of the line has no more. */
export type MovedBooking = Pick<ActedOn, "id" | "campus_id" | "pickup_date" | "pickup_time">;

export interface StepFormProps {
  booking: ActedOn;
  onDone: () => void;
  /** It was done, and not only closed. */
  onSaved?: () => void;
}
