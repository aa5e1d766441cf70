import { newId } from "@lib/browser/new-id";

/** A chosen file, ready to be sent, under an id of its own. */
export interface PickedFile {
  id: string;
  body: Blob;
  name: string;
}

const LONG_SIDE = 1600;
const QUALITY = 0.82;
const MOST_BYTES = 2 * 1024 * 1024;
const PDF = "application/pdf";

/** Why a file cannot be sent, in words for the person who chose it. */
export class UnreadableFile extends Error {}

/**
 * A picture as a JPEG of at most 1600 pixels without anything beside its pixels, such as the place
 * where it was taken; a PDF as it is.
 * @throws UnreadableFile
 */
export async function picked(file: File, pdfs: boolean): Promise<PickedFile> {
  if (pdfs && file.type === PDF) {
    if (file.size > MOST_BYTES) throw new UnreadableFile("A PDF file may have at most 2 MB.");
    return { id: newId(), body: file, name: file.name };
  }
  return { id: newId(), body: await redrawn(file), name: file.name };
}

async function redrawn(file: File): Promise<Blob> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(1, LONG_SIDE / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("no canvas");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    const body = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", QUALITY),
    );
    if (!body) throw new Error("no picture");
    return body;
  } catch {
    throw new UnreadableFile(
      "This file cannot be read as a picture. Please choose a JPEG, PNG or WebP picture.",
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
