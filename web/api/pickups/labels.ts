import { type Arguments, asked, type Rest, type Result, rest } from "@api/client";
import { commandOnce } from "@api/once";

/** New labels without an owner, and the batch whose sheet they are on. */
export function printLabels(
  given: Arguments<"print_labels">,
  key: string,
  via: Rest = rest(),
): Promise<Result<"print_labels">> {
  return commandOnce("print_labels", given, key, via);
}

/** How large the pages of a customer's labels are. */
export type LabelPaper = "letter" | "4x6";

/** The sheets of a batch as a PDF. Staff only. */
export const batchSheet = (batch: number) => pdf(`${batch}.pdf`);
/** The labels of a campus's shelves as a PDF. Staff only. */
export const shelfSheet = (campusId: number) => pdf(`shelves/${campusId}.pdf`);
/** A page for each listed item of a booking as a PDF; items without a label are given one. */
export const bookingLabels = (bookingId: string, paper: LabelPaper) =>
  pdf(`booking/${bookingId}.pdf?paper=${paper}`);

async function pdf(name: string): Promise<Blob> {
  const answer = await asked(`/files/labels/${name}`);
  return answer.blob();
}
