import { fileOf } from "@api/files";
import type { ItemEvent } from "@api/pickups/custody";
import { Picture } from "@components/files/picture";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@components/ui/dropdown-menu";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { cn } from "@lib/cn";
import { picked, UnreadableFile } from "@lib/forms/picked-file";
import { terms } from "@lib/site/published";
import { toast } from "@lib/toast";
import { Camera, Check, Circle, CloudOff, Ellipsis } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { type DoorItem, isWaiting } from "./door-items";

const LONGEST = 500;

interface DoorItemRowProps {
  item: DoorItem;
  onTake: () => void;
  /** null where its scan is not of this page */
  onTakeBack: (() => void) | null;
  onEvent: (kind: ItemEvent["kind"], more?: Partial<ItemEvent>, photo?: Blob) => void;
}

/** One item at the door: taken along or not, and what is to be said of it. */
export function DoorItemRow({ item, onTake, onTakeBack, onEvent }: DoorItemRowProps) {
  const [refusing, setRefusing] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const [damaged, setDamaged] = useState(false);
  const waiting = isWaiting(item);
  const Mark = waiting ? Circle : Check;

  async function photographed({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = "";
    if (!file) return;
    try {
      const { body } = await picked(file, false);
      onEvent(damaged ? "damaged" : "note", {}, body);
      setDamaged(false);
    } catch (error) {
      toast.error("The photo could not be read", {
        description: error instanceof UnreadableFile ? error.message : "Please take it again.",
      });
    }
  }

  return (
    <li className="grid gap-2 py-2.5">
      <div className="flex items-start gap-3">
        <Mark
          aria-hidden="true"
          className={cn("mt-1 size-6 shrink-0", waiting ? "text-muted" : "text-pine")}
        />
        <div className="grid min-w-0 flex-1 gap-1">
          <p className="font-semibold wrap-anywhere">
            <span className="tabular text-muted">{item.number}</span> {item.description}
          </p>
          <div className="flex flex-wrap items-center gap-1.5 text-sm">
            {item.label ? <Code className="px-1.5 py-0 text-xs">{item.label}</Code> : null}
            {item.state === "refused" ? <Badge tone="brick">Not taken</Badge> : null}
            {item.damaged ? <Badge tone="brick">Damaged</Badge> : null}
            {item.heavy ? <Badge>Over {terms.heavy_box_over_lb} lb</Badge> : null}
            {item.photos > 0 ? (
              <Badge tone="sky">{item.photos === 1 ? "1 photo" : `${item.photos} photos`}</Badge>
            ) : null}
            {item.unsent ? (
              <span className="inline-flex items-center gap-1 text-xs text-muted">
                <CloudOff aria-hidden="true" className="size-3.5" /> not sent
              </span>
            ) : null}
          </div>
        </div>
        {item.picture_id ? (
          <Picture id={item.picture_id} load={fileOf} words={`Photo of ${item.description}`} />
        ) : null}
        <Button
          variant="secondary"
          size="icon"
          className="size-12"
          aria-label={`Photograph ${item.number}, ${item.description}`}
          onClick={() => camera.current?.click()}
        >
          <Camera aria-hidden="true" />
        </Button>
        <DropdownMenu modal={false}>
          <DropdownMenuTrigger asChild>
            <Button
              variant="ghost"
              size="icon"
              className="size-12"
              aria-label={`More for ${item.number}, ${item.description}`}
            >
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {waiting && item.label ? (
              <DropdownMenuItem onSelect={onTake}>Take along without a scan</DropdownMenuItem>
            ) : null}
            {!waiting && onTakeBack ? (
              <DropdownMenuItem onSelect={onTakeBack}>Take back this scan</DropdownMenuItem>
            ) : null}
            <DropdownMenuItem onSelect={() => onEvent("note", { heavy: !item.heavy })}>
              {item.heavy ? "Not heavy" : `Over ${terms.heavy_box_over_lb} lb`}
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onEvent("damaged")}>Damaged</DropdownMenuItem>
            <DropdownMenuItem
              onSelect={() => {
                setDamaged(true);
                // The menu gives the focus back first.
                setTimeout(() => camera.current?.click());
              }}
            >
              Damaged, with a photo
            </DropdownMenuItem>
            {waiting ? (
              <DropdownMenuItem onSelect={() => setRefusing(true)}>
                We may not store it
              </DropdownMenuItem>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
        <input
          ref={camera}
          type="file"
          hidden
          tabIndex={-1}
          accept="image/*"
          capture="environment"
          aria-label={`Photo of ${item.number}, ${item.description}`}
          onChange={photographed}
        />
      </div>
      {refusing ? (
        <Refusing
          onCancel={() => setRefusing(false)}
          onRefuse={(note) => {
            setRefusing(false);
            onEvent("refused", note ? { note } : {});
          }}
        />
      ) : null}
    </li>
  );
}

interface RefusingProps {
  onRefuse: (note: string) => void;
  onCancel: () => void;
}

function Refusing({ onRefuse, onCancel }: RefusingProps) {
  const [note, setNote] = useState("");
  return (
    <div className="grid gap-3 rounded-2xl border border-brick bg-brick-soft p-3">
      <Field label="Why do we not take it? (optional)">
        <Input
          autoFocus
          value={note}
          maxLength={LONGEST}
          autoComplete="off"
          placeholder="Gas bottle inside"
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="destructive" onClick={() => onRefuse(note.trim())}>
          Do not take it
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
