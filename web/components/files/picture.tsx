import { LateDialog } from "@components/ui/late-dialog";
import { Skeleton } from "@components/ui/skeleton";
import { useObjectUrl } from "@lib/browser/use-object-url";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { ImageOff } from "lucide-react";

/** How a stored file is read, by its id. */
export type LoadFile = (id: string, signal: AbortSignal) => Promise<Blob>;

interface PictureProps {
  id: string;
  load: LoadFile;
  /** what it shows */
  words: string;
}

/** A stored picture, small; pressed it is shown large. */
export function Picture({ id, load, words }: PictureProps) {
  const { url, failed } = useStoredFile(id, load);
  if (failed)
    return (
      <span
        title="This picture could not be loaded."
        className="grid size-14 shrink-0 place-items-center rounded-control bg-mist text-muted"
      >
        <ImageOff aria-hidden="true" className="size-5" />
        <span className="sr-only">{words} could not be loaded</span>
      </span>
    );
  if (!url) return <Skeleton className="size-14 shrink-0" />;
  return (
    <LateDialog
      trigger={
        <button
          type="button"
          aria-label={`${words}, show it large`}
          className="size-14 shrink-0 overflow-hidden rounded-control border border-line-strong bg-mist"
        >
          <img src={url} alt="" className="size-full object-cover" />
        </button>
      }
      title={words}
      size="lg"
    >
      <img src={url} alt={words} className="mx-auto max-h-[70dvh] max-w-full rounded-control" />
    </LateDialog>
  );
}

/** A stored file's address in this page's memory; null until it is there. */
export function useStoredFile(id: string, load: LoadFile) {
  const { data, isError } = useQuery({
    queryKey: ["file", id],
    queryFn: ({ signal }) => load(id, signal),
    // Under its id a content never changes.
    staleTime: Number.POSITIVE_INFINITY,
    // Without a signal a message says so, and the picture follows once there is one.
    ...untilReachable,
  });
  return { url: useObjectUrl(data), failed: isError };
}
