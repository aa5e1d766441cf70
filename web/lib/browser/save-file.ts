/** A file that the server sends as base64. */
export interface EncodedFile {
  filename: string;
  content_type: string;
  content: string;
}

export interface NamedFile {
  name: string;
  file: Blob;
}

export function decodedFile({ filename, content_type, content }: EncodedFile): NamedFile {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  return { name: filename, file: new Blob([bytes], { type: content_type }) };
}

/** Hands a file to the browser to keep. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers read the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
