import type { Step } from "@features/booking/answers/answers";

interface StepWords {
  /** The heading; its wording is fixed. */
  title: string;
  /** The stop on the summer line. */
  stop: string;
  /** The button that leads on. */
  forward: string;
}

export const STEP_WORDS: Record<Step, StepWords> = {
  userType: { title: "Who are you?", stop: "Who you are", forward: "Continue" },
  guestInfo: { title: "Your Information", stop: "Information", forward: "Continue" },
  passwordCreation: {
    title: "Create Your Password",
    stop: "Password",
    forward: "Create Account & Complete Booking",
  },
  schoolSearch: { title: "Find Your School", stop: "School", forward: "Continue" },
  supplyKit: { title: "Supply Kit Delivery", stop: "Supplies", forward: "Continue" },
  pickup: { title: "Schedule Pickup", stop: "Pickup", forward: "Continue" },
  delivery: { title: "Delivery Options", stop: "Delivery", forward: "Continue" },
  signup: { title: "Review Your Booking", stop: "Review", forward: "Complete Booking" },
};

export const COMPLETING = "Completing Booking...";
export const COMPLETE = "Booking Complete!";
