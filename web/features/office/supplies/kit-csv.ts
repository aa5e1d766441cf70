import type { KitDelivery } from "@api/commands.types";
import type { CsvColumn } from "@lib/format/csv";
import { kitCode, STATE_WORDS } from "./kit-steps";

/** The columns of a day of kits as a file. */
export const KIT_CSV: readonly CsvColumn<KitDelivery>[] = [
  { header: "Full Name", cell: (kit) => kit.full_name },
  { header: "Code", cell: kitCode },
  { header: "Email", cell: (kit) => kit.email },
  { header: "Phone", cell: (kit) => kit.phone },
  { header: "Residence", cell: (kit) => kit.building_name },
  { header: "Address", cell: (kit) => kit.address },
  { header: "Pickup Date", cell: (kit) => kit.pickup_date },
  { header: "Status", cell: (kit) => STATE_WORDS[kit.state].label },
  { header: "Note", cell: (kit) => kit.note },
  { header: "Comments", cell: (kit) => kit.additional_comments },
];
