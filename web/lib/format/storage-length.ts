/** How much longer things are stored, in terms or months. */
export function storageLength({ months, terms }: { months: number; terms: number }): string {
  if (months === 0) return "As planned";
  if (terms === 0) return months === 1 ? "1 more month" : `${months} more months`;
  return terms === 1 ? `One term, ${months} months` : `${terms} terms, ${months} months`;
}
