import { toApiError } from "@api/errors";
import { toast } from "@lib/toast";

/** Waits for what was asked, and says why it was refused; whether it was done. */
export async function tried(title: string, asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    toast.error(title, { description: toApiError(error).message });
    return false;
  }
}
