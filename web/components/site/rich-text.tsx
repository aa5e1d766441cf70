import { Picture, type PictureProps } from "@components/illustration/picture";
import { pictureSizes } from "@components/illustration/picture-sizes";
import { cn } from "@lib/cn";
import { filledHtml, type Values } from "@lib/site/page-values";

const DRAWING = /<p><img src="([a-z-]+)"[^>]*><\/p>/;

interface RichTextProps {
  html: string;
  /** what its names stand for; today's without them */
  values?: Values | undefined;
  className?: string;
}

/** The owner's text as the server's sanitized HTML, with its values and drawings. */
export function RichText({ html, values, className }: RichTextProps) {
  const parts = html.split(DRAWING);
  return (
    <div
      className={cn(
        "grid gap-3 [&_a]:font-semibold [&_a]:underline [&_a]:underline-offset-4 [&_li]:ml-5 [&_ol]:grid [&_ol]:gap-2 [&_ol>li]:list-decimal [&_ul]:grid [&_ul]:gap-2 [&_ul>li]:list-disc",
        className,
      )}
    >
      {parts.map((part, place) =>
        place % 2 ? (
          isPicture(part) ? (
            <Picture key={part} name={part} className="my-2 w-full max-w-sm" />
          ) : null
        ) : (
          <div
            key={part}
            className="contents"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
            dangerouslySetInnerHTML={{ __html: filledHtml(part, values) }}
          />
        ),
      )}
    </div>
  );
}

function isPicture(name: string): name is PictureProps["name"] {
  return Object.hasOwn(pictureSizes, name);
}
