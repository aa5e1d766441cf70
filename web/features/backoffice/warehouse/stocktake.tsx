import { toApiError } from "@api/errors";
import { custodyKeys, type Shelf, takeStock } from "@api/pickups/custody";
import { FormAlert } from "@components/form-alert";
import { type Heard, Scanner } from "@components/scanner/scanner";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { labelCode, shelfCode } from "@lib/labels/label-code";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SettleStocktakes } from "./settle-stocktake";
import { shelfNamed } from "./warehouse-query";

interface StocktakeProps {
  shelves: readonly Shelf[];
  /** Admins and executives settle what was found. */
  office: boolean;
}

/** Scan a shelf and all that stands on it: the difference is shown, and waits for the office. */
export function Stocktake({ shelves, office }: StocktakeProps) {
  const queries = useQueryClient();
  const [shelf, setShelf] = useState<Shelf>();
  const [labels, setLabels] = useState<readonly string[]>([]);
  const take = useMutation({
    mutationFn: () =>
      takeStock({
        location_id: shelf?.id ?? "",
        labels: [...labels],
        at: new Date().toISOString(),
      }),
    networkMode: "always",
    onSuccess: () => queries.invalidateQueries({ queryKey: custodyKeys.all }),
  });

  function hear(written: string): Heard {
    const code = shelfCode(written);
    if (code) {
      const found = shelfNamed(shelves, code);
      if (!found) return { tone: "wrong", words: `There is no shelf ${code}.` };
      if (shelf && shelf.id !== found.id && labels.length > 0 && !take.isSuccess)
        return { tone: "wrong", words: `Finish shelf ${shelf.code} first.` };
      setShelf(found);
      setLabels([]);
      take.reset();
      return { tone: "done", words: `Shelf ${code}: scan all that stands there.` };
    }
    const label = labelCode(written);
    if (!label)
      return { tone: "wrong", words: "This is no label or shelf of ours. Scan it again." };
    if (!shelf) return { tone: "wrong", words: "Scan the shelf first." };
    if (labels.includes(label)) return { tone: "again", words: `${label} is counted already.` };
    setLabels([label, ...labels]);
    return { tone: "done", words: `${labels.length + 1}: ${label}` };
  }

  const found = take.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid gap-5 md:grid-cols-2">
        <Scanner
          what={shelf ? "an item" : "a shelf"}
          example={shelf ? "SS-7K4M2-Q" : "V-03-2"}
          onCode={hear}
        />
        <section aria-label="Counted" className="grid content-start gap-3">
          {shelf ? (
            <>
              <p className="flex flex-wrap items-center gap-3 text-lg font-semibold">
                Shelf <Code>{shelf.code}</Code>
                <span className="tabular text-sm font-normal text-muted">
                  {labels.length} scanned, {shelf.used} should stand here
                </span>
              </p>
              {labels.length > 0 ? (
                <ul aria-label="Scanned" className="flex flex-wrap gap-2">
                  {labels.map((label) => (
                    <li key={label}>
                      <Code>{label}</Code>
                    </li>
                  ))}
                </ul>
              ) : null}
              {take.error ? (
                <FormAlert tone="error">{toApiError(take.error).message}</FormAlert>
              ) : null}
              {found ? (
                <FormAlert
                  tone={found.missing.length + found.unexpected.length > 0 ? "note" : "success"}
                >
                  {found.missing.length + found.unexpected.length > 0 ? (
                    <>
                      <Difference words="Missing here" labels={found.missing} />
                      <Difference words="Not expected here" labels={found.unexpected} />
                      <p>The office settles it.</p>
                    </>
                  ) : (
                    <p>All is as it should be.</p>
                  )}
                </FormAlert>
              ) : (
                <Button
                  className="h-14 justify-self-start"
                  busy={take.isPending}
                  onClick={() => take.mutate()}
                >
                  Finish shelf {shelf.code}
                </Button>
              )}
            </>
          ) : (
            <p className="text-muted">Scan the label of the shelf that you count.</p>
          )}
        </section>
      </div>
      {office ? <SettleStocktakes /> : null}
    </div>
  );
}

function Difference({ words, labels }: { words: string; labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <p className="font-semibold">
      {words}: <span className="tabular font-normal">{labels.join(", ")}</span>
    </p>
  );
}
