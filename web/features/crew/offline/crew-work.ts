import type { Arguments } from "@api/client";
import type { CountedShelf, ItemEvent } from "@api/pickups/custody";
import type { StopVerb, WrongCode } from "@api/pickups/runs";
import type { KeptChange } from "@features/crew/pickups/offline/pickup-change";

/** What a crew did, as data: drawn before it is sent, and kept until the server has it. */
export type CrewWork =
  | ({ what: "pickup" } & KeptChange)
  /** a verb at a stop of a run; `about`: whose */
  | { what: "stop"; about: string; event: StopVerb }
  | { what: "items"; about: string; events: ItemEvent[] }
  | { what: "photo"; about: string; kind: "evidence" | "item"; body: Blob }
  | { what: "stocktake"; about: string; stocktake: CountedShelf }
  /** a strip of free labels for a booking, handed out with its kit */
  | { what: "labels"; about: string; strip: Arguments<"hand_out_labels"> }
  | { what: "wrong-code"; about: string; event: WrongCode };
