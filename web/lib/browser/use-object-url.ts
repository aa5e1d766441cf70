import { useEffect, useState } from "react";

/** An address for what lies in the browser's memory, for as long as it is shown. */
export function useObjectUrl(body: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!body) {
      setUrl(null);
      return;
    }
    const objectUrl = URL.createObjectURL(body);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [body]);
  return url;
}
