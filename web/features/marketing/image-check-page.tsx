import { Badge } from "@components/ui/badge";
import { pageMeta } from "@lib/site/page-meta";
import { useEffect, useRef, useState } from "react";

const IMAGES = [
  { name: "ubcv", label: "UBC Vancouver" },
  { name: "ubco", label: "UBC Okanagan" },
  { name: "tru", label: "Thompson Rivers University" },
  { name: "student-storage-hassle-free", label: "The van at the curb" },
  { name: "ultimate-student-storage-checklist", label: "The checklist" },
];

type State = "loading" | "loaded" | "failed";

const WORDS = {
  loading: { tone: "neutral", text: "Loading..." },
  loaded: { tone: "pine", text: "Loaded" },
  failed: { tone: "brick", text: "Failed" },
} as const;

/** Says it before the application is there, whose first render then leaves these words alone. */
const SAY_EARLY = `for (const row of document.querySelectorAll("[data-image-check]")) {
  const image = row.querySelector("img");
  const say = () => {
    if (image.complete)
      row.querySelector("[role=status]").textContent = image.naturalWidth ? "${WORDS.loaded.text}" : "${WORDS.failed.text}";
  };
  image.addEventListener("load", say);
  image.addEventListener("error", say);
  say();
}`;

/** A test page: do this server's pictures reach the browser? */
export default function ImageCheckPage() {
  return (
    <div className="container-page section-y grid gap-8">
      <h1 className="display-1">Image check</h1>
      <ul className="grid gap-3 md:grid-cols-2 md:gap-4">
        {IMAGES.map((image) => (
          <CheckedImage key={image.name} {...image} />
        ))}
      </ul>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own lines, allowed by their hash */}
      <script dangerouslySetInnerHTML={{ __html: SAY_EARLY }} />
    </div>
  );
}

function CheckedImage({ name, label }: { name: string; label: string }) {
  const [state, setState] = useState<State>("loading");
  const image = useRef<HTMLImageElement>(null);

  // The picture may have arrived, or failed, before this page came alive.
  useEffect(() => {
    const { complete, naturalWidth } = image.current ?? {};
    if (complete) setState(naturalWidth ? "loaded" : "failed");
  }, []);

  return (
    <li
      data-image-check=""
      className="flex overflow-hidden rounded-card border border-line bg-sheet"
    >
      <picture className="m-3 mr-0 grid aspect-4/3 w-20 shrink-0 place-items-center self-center overflow-hidden rounded-lg bg-mist sm:w-30">
        {["avif", "webp"].map((kind) => (
          <source key={kind} type={`image/${kind}`} srcSet={`/pictures/${name}-240.${kind}`} />
        ))}
        <img
          ref={image}
          src={`/pictures/${name}.svg`}
          alt={label}
          width={640}
          height={480}
          className="size-full object-cover"
          onLoad={() => setState("loaded")}
          onError={() => setState("failed")}
        />
      </picture>
      <div className="flex min-w-0 flex-1 flex-col items-start justify-between gap-2 p-4 lg:flex-row lg:items-center lg:gap-3">
        <div className="grid min-w-0">
          <h2 className="text-lg">{label}</h2>
          <code className="text-xs text-muted wrap-anywhere">/pictures/{name}</code>
        </div>
        <Badge
          tone={WORDS[state].tone}
          role="status"
          className="min-w-20 shrink-0 justify-center"
          suppressHydrationWarning
        >
          {WORDS[state].text}
        </Badge>
      </div>
    </li>
  );
}

export function meta() {
  return pageMeta("Image check", "Whether five pictures of this site load in your browser.", {
    path: "/image-check",
  });
}
