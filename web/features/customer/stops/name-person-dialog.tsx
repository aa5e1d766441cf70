import type { OwnStop } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { nameProxy, runKeys } from "@api/pickups/runs";
import { CopyButton } from "@components/copy-button";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { useQueryClient } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { handOverWords } from "./hand-over-words";

interface NamePersonDialogProps {
  userId: string;
  bookingId: string;
  stop: OwnStop;
  /** where the stop is; "" while nobody has said it */
  place: string;
  onClose: () => void;
}

/** Names a person who may stand in at one stop; their code is shown once. */
export function NamePersonDialog({
  userId,
  bookingId,
  stop,
  place,
  onClose,
}: NamePersonDialogProps) {
  const { kind, proxy_name: named } = stop;
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [code, setCode] = useState<string>();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const id = useId();

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!name.trim()) return setProblem("Please enter the person's name.");
    setBusy(true);
    setProblem("");
    try {
      setCode(await nameProxy(bookingId, kind, name.trim()));
      await queries.invalidateQueries({ queryKey: runKeys.own(userId) });
    } catch (error) {
      setProblem(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="sm"
        title={code ? `Code for ${name.trim()}` : "Somebody else will be there"}
        description={
          code
            ? "Give this code to them now: we cannot show it again. Our crew asks for it."
            : "They get a code instead of your signature. It works once, for this visit only."
        }
        footer={
          code ? (
            <DialogClose asChild>
              <Button>Done</Button>
            </DialogClose>
          ) : (
            <>
              <DialogClose asChild>
                <Button variant="ghost">Cancel</Button>
              </DialogClose>
              <Button type="submit" form={id} busy={busy}>
                Get the code
              </Button>
            </>
          )
        }
      >
        {code ? (
          <div className="grid gap-4">
            <p className="grid justify-items-center py-2">
              <Code className="tabular px-4 py-2 text-4xl tracking-[0.25em]">{code}</Code>
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{handOverWords(stop, place, code)}</p>
            <div className="flex flex-wrap gap-2">
              <CopyButton
                text={handOverWords(stop, place, code)}
                what="code with its time and place"
                label="Copy"
              />
              <ShareButton text={handOverWords(stop, place, code)} />
            </div>
          </div>
        ) : (
          <form id={id} noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
            {named ? (
              <p className="text-sm">
                The code of {named} will not work any more once you name another person.
              </p>
            ) : null}
            {problem ? <FormAlert tone="error">{problem}</FormAlert> : null}
            <Field label="Name">
              <Input
                maxLength={100}
                autoComplete="off"
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            </Field>
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Gives the words to whatever the device shares with; nothing on a device that shares nothing. */
function ShareButton({ text }: { text: string }) {
  if (typeof navigator === "undefined" || !navigator.share) return null;
  return (
    // A share that was closed again is no failure.
    <Button variant="secondary" onClick={() => void navigator.share({ text }).catch(() => {})}>
      <Share2 aria-hidden="true" />
      Share
    </Button>
  );
}
