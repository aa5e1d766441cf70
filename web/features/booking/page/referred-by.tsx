import { useSession } from "@lib/auth/session";
import { keepReferral, readReferral } from "@lib/site/friend-links";
import { Gift } from "lucide-react";
import { useEffect, useState } from "react";

/** Keeps the referral id of the link that led here, and says that the booking carries it. */
export function ReferredBy() {
  const { profile } = useSession();
  const [code, setCode] = useState<string | null>(null);
  const own = profile?.customer_id ?? null;
  useEffect(() => {
    keepReferral(window.location.search);
    setCode(readReferral(own));
  }, [own]);
  return (
    <p role="status" className="flex items-center gap-2 text-sm font-semibold empty:hidden">
      {code ? (
        <>
          <Gift aria-hidden="true" className="size-5 shrink-0 text-pine" />
          Your booking carries a friend's referral id: {code}
        </>
      ) : null}
    </p>
  );
}
