import { toApiError } from "@api/errors";
import { bookingLabels, type LabelPaper } from "@api/pickups/labels";
import { Button } from "@components/ui/button";
import { LateMenu } from "@components/ui/late-menu";
import { saveFile } from "@lib/browser/save-file";
import { bookingCode } from "@lib/format/booking-code";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";
import { Printer } from "lucide-react";

const PAPERS: readonly { value: LabelPaper; label: string }[] = [
  { value: "letter", label: "On letter paper" },
  { value: "4x6", label: "On 4 x 6 inch labels" },
];

/** A page for each item, to be taped on before the crew comes. */
export function PrintLabels({
  bookingId,
  onPrinted,
}: {
  bookingId: string;
  onPrinted: () => void;
}) {
  const print = useMutation({
    mutationFn: (paper: LabelPaper) => bookingLabels(bookingId, paper),
    networkMode: "always",
    onSuccess: (file) => {
      saveFile(`labels-${bookingCode(bookingId)}.pdf`, file);
      onPrinted();
    },
    onError: (error) =>
      toast.error("Your labels could not be made", { description: toApiError(error).message }),
  });
  return (
    <LateMenu
      trigger={
        <Button variant="secondary" size="sm" busy={print.isPending}>
          <Printer aria-hidden="true" />
          Print my labels
        </Button>
      }
    >
      {({ DropdownMenuItem }) =>
        PAPERS.map(({ value, label }) => (
          <DropdownMenuItem key={value} onSelect={() => print.mutate(value)}>
            {label}
          </DropdownMenuItem>
        ))
      }
    </LateMenu>
  );
}
