import { toast } from "@lib/toast";

/** What a successful sign-in says, whichever way it went. */
export function welcome(): void {
  toast.success("Welcome!", { description: "You've been successfully signed in." });
}
