/** An invoice's reference code as it is read out: "ABCD2345" → "ABCD 2345". */
export function spacedReference(reference: string): string {
  return `${reference.slice(0, 4)} ${reference.slice(4)}`;
}
