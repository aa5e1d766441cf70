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
import { picked, UnreadableFile } from "@lib/forms/picked-file";
import { terms } from "@lib/site/published";
import { toast } from "@lib/toast";
import { Camera, Check, CloudOff, Ellipsis } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { type DrawnItem, isDone } from "./drawn-items";

const LONGEST = 500;

interface DoorItemRowProps {
  item: DrawnItem;
  /** a return: items are handed over */
  out: boolean;
  /** the stop is still to be worked */
  open: boolean;
  onTake: () => void;
  /** Takes a wrong scan at this stop back. */
  onTakeBack: (scan: string) => void;
  onMissing: () => void;
  onEvent: (kind: ItemEvent["kind"], more?: Partial<ItemEvent>, photo?: Blob) => void;
}

/** One item at the door: taken along or handed over or not, and what is to be said of it. */
export function DoorItemRow(props: DoorItemRowProps) {
  const { item, out, open, onTake, onTakeBack, onMissing, onEvent } = props;
  const [refusing, setRefusing] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const [damaged, setDamaged] = useState(false);
  const { number, description, state, scan_id } = item;
  const done = isDone(out ? "return" : "pickup", item);
  const unclear = state === "missing" || state === "refused";
  const name = `${number}, ${description}`;

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
    <li className="grid gap-2 px-3 py-2">
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <div className="grid min-w-28 flex-1 gap-0.5">
          <p className="font-semibold wrap-anywhere">
            <span className="tabular text-muted">{number}.</span> {description}
          </p>
          <div className="flex flex-wrap items-center gap-1.5 text-sm">
            {item.label_code ? (
              <Code className="px-1.5 py-0 text-xs">{item.label_code}</Code>
            ) : (
              <span className="text-muted">No label</span>
            )}
            {item.damaged ? <Badge tone="brick">Damaged</Badge> : null}
            {item.heavy ? <Badge tone="brick">Over {terms.heavy_box_over_lb} lb</Badge> : null}
            {item.photos ? (
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
          <Picture id={item.picture_id} load={fileOf} words={`Photo of ${description}`} />
        ) : null}
        <div className="flex shrink-0 items-center gap-1">
          {open ? (
            <Button
              variant="ghost"
              size="icon"
              className="size-12"
              aria-label={`Photograph ${name}`}
              onClick={() => camera.current?.click()}
            >
              <Camera aria-hidden="true" />
            </Button>
          ) : null}
          {open ? (
            <DropdownMenu modal={false}>
              <DropdownMenuTrigger asChild>
                <Button
                  variant="ghost"
                  size="icon"
                  className="size-12"
                  aria-label={`More for ${name}`}
                >
                  <Ellipsis aria-hidden="true" />
                </Button>
              </DropdownMenuTrigger>
              <DropdownMenuContent>
                {scan_id ? (
                  <DropdownMenuItem onSelect={() => onTakeBack(scan_id)}>
                    Take back this scan
                  </DropdownMenuItem>
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
                {out && !done && !unclear ? (
                  <DropdownMenuItem onSelect={onMissing}>Missing</DropdownMenuItem>
                ) : null}
                {!out && !done && !unclear ? (
                  <DropdownMenuItem onSelect={() => setRefusing(true)}>
                    We may not store it
                  </DropdownMenuItem>
                ) : null}
              </DropdownMenuContent>
            </DropdownMenu>
          ) : null}
          {unclear ? (
            <Badge tone="brick">{state === "missing" ? "Missing" : "Not taken"}</Badge>
          ) : done ? (
            <Badge tone="solid">
              <Check aria-hidden="true" className="size-4" />
              {out ? "Out" : "Taken"}
            </Badge>
          ) : open ? (
            <Button
              variant="secondary"
              size="icon"
              className="size-14"
              aria-label={`Item ${number}: ${out ? "handed over" : "taken along"}`}
              onClick={onTake}
            >
              <Check aria-hidden="true" />
            </Button>
          ) : null}
        </div>
        <input
          ref={camera}
          type="file"
          hidden
          tabIndex={-1}
          accept="image/*"
          capture="environment"
          aria-label={`Photo of ${name}`}
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
