import { Button } from "@components/ui/button";
import { business } from "@lib/site/published";
import { Share2 } from "lucide-react";
import { useState } from "react";

/** Hands the estimate on as a link: by the phone's own sheet, else copied, else shown. */
export function ShareEstimate({ query }: { query: string }) {
  const [announcement, setAnnouncement] = useState<{ query: string; words: string } | null>(null);
  async function share() {
    const url = `${window.location.origin}/pricing${query ? `?${query}` : ""}#estimate`;
    if (navigator.share && window.matchMedia("(pointer: coarse)").matches) {
      // Closing the sheet is no failure.
      await navigator.share({ title: `${business.name} estimate`, url }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      setAnnouncement({ query, words: "Link copied" });
    } catch {
      setAnnouncement({ query, words: url });
    }
  }
  return (
    <>
      <Button variant="secondary" onClick={share}>
        <Share2 aria-hidden="true" />
        Share as a link
      </Button>
      <p role="status" className="w-full text-xs break-all text-muted empty:hidden">
        {announcement?.query === query ? announcement.words : ""}
      </p>
    </>
  );
}
