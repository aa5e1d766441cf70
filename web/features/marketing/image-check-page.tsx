import { Badge } from "@components/ui/badge";
import { useEffect, useRef, useState } from "react";
import { pageMeta } from "./page-meta";

const IMAGES = [
  { file: "/pictures/ubcv.svg", label: "UBC Vancouver" },
  { file: "/pictures/ubco.svg", label: "UBC Okanagan" },
  { file: "/pictures/tru.svg", label: "Thompson Rivers University" },
  { file: "/pictures/student-storage-hassle-free.svg", label: "The van at the kerb" },
  { file: "/pictures/ultimate-student-storage-checklist.svg", label: "The checklist" },
];

type State = "loading" | "loaded" | "failed";

const WORDS = {
  loading: { tone: "neutral", text: "Loading..." },
  loaded: { tone: "pine", text: "Loaded" },
  failed: { tone: "brick", text: "Failed" },
} as const;

/** A test page: do this server's pictures reach the browser? */
export default function ImageCheckPage() {
  return (
    <div className="container-page section-y grid gap-8">
      <h1 className="display-1">Image check</h1>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {IMAGES.map((image) => (
          <CheckedImage key={image.file} {...image} />
        ))}
      </ul>
    </div>
  );
}

function CheckedImage({ file, label }: { file: string; label: string }) {
  const [state, setState] = useState<State>("loading");
  const image = useRef<HTMLImageElement>(null);

  // The picture may have arrived, or failed, before this page came alive.
  useEffect(() => {
    const { complete, naturalWidth } = image.current ?? {};
    if (complete) setState(naturalWidth ? "loaded" : "failed");
  }, []);

  return (
    <li className="overflow-hidden rounded-card border border-line bg-sheet">
      <div className="grid aspect-4/3 place-items-center bg-mist">
        <img
          ref={image}
          src={file}
          alt={label}
          width={320}
          height={240}
          className="size-full object-cover"
          onLoad={() => setState("loaded")}
          onError={() => setState("failed")}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <div className="grid">
          <h2 className="text-lg">{label}</h2>
          <code className="text-xs text-muted">{file}</code>
        </div>
        <Badge tone={WORDS[state].tone} role="status">
          {WORDS[state].text}
        </Badge>
      </div>
    </li>
  );
}

export function meta() {
  return [
    ...pageMeta("Image check", "Whether five pictures of this site load in your browser."),
    { name: "robots", content: "noindex" },
  ];
}
