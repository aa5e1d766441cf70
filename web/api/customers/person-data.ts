import { command, type Rest, type Result } from "@api/client";
import { decodedFile, type NamedFile } from "@lib/browser/save-file";

/** Whose request it is, and how one made sure of that. */
export interface PersonRequest {
  email: string;
  identity_check: string;
}

export type PersonErasure = Result<"preview_person_erasure">;

/** Everything about a person, for programs. Executives only, as all here. */
export async function personData(request: PersonRequest, via: Rest): Promise<NamedFile> {
  const data = await command("person_data", request, via);
  return {
    name: `personal-data-${data.made_at.slice(0, 10)}.json`,
    file: new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }),
  };
}

/** Everything about a person, for people. */
export async function personDataPdf(request: PersonRequest, via: Rest): Promise<NamedFile> {
  return decodedFile(await command("person_data_pdf", request, via));
}

/** What erasing a person would do now; 404 where nothing is known of the address. */
export function previewPersonErasure(email: string, via: Rest): Promise<PersonErasure> {
  return command("preview_person_erasure", { email }, via);
}

/** Erases a person for good; 409 where something has to be settled first. */
export async function erasePerson(
  request: PersonRequest & { confirm: string },
  via: Rest,
): Promise<void> {
  await command("erase_person", request, via);
}
