import { useCampusClock } from "@api/clock";
import { type AccountingFile, accountingLink } from "@api/data-files";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { NativeSelect } from "@components/ui/native-select";
import { useDataSession } from "@features/office/data-session";
import { seasonDays, seasonOf } from "@features/office/overview/season-range";
import { taxName } from "@lib/site/tax-words";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

type Kind = AccountingFile["kind"];
type Layout = NonNullable<AccountingFile["layout"]>;

const FILES: { value: Kind; label: string; words: string; inLayouts: boolean }[] = [
  {
    value: "invoices",
    label: "Invoices",
    words: "Each invoice of these days with its tax.",
    inLayouts: true,
  },
  {
    value: "payments",
    label: "Payments",
    words: "Each payment on the day on which the bank had it.",
    inLayouts: true,
  },
  {
    value: "credits",
    label: "Credits",
    words: "Credits, waivers, write-offs, and invoices taken back.",
    inLayouts: true,
  },
  { value: "refunds", label: "Refunds", words: "Money that was paid back.", inLayouts: true },
  {
    value: "tax",
    label: "Tax by month",
    words: "Tax charged and taken back, by month and rate. Credits are not in it.",
    inLayouts: false,
  },
  {
    value: "receivables",
    label: "Receivables on a day",
    words: "What was owed of each invoice at the end of the day.",
    inLayouts: false,
  },
  {
    value: "deposits",
    label: "Deposits on a day",
    words: "Deposits and unused credit held for customers at the end of the day.",
    inLayouts: false,
  },
];
const LAYOUTS = [
  { value: "csv", label: "CSV for a spreadsheet" },
  { value: "quickbooks", label: "QuickBooks Online" },
  { value: "xero", label: "Xero" },
];
/** What the programs call income and tax before anyone changes it. */
const NAMES: Record<Layout, { account: string; tax_code: string }> = {
  csv: { account: "Sales", tax_code: taxName },
  quickbooks: { account: "Sales", tax_code: taxName },
  xero: { account: "200", tax_code: `${taxName} on Sales` },
};

/** Files for the accountant, whose totals are those of the overview. */
export function AccountantCard() {
  const { via } = useDataSession();
  const today = useCampusClock().data?.today;
  const [kind, setKind] = useState<Kind>("invoices");
  const [layout, setLayout] = useState<Layout>("csv");
  const [names, setNames] = useState(NAMES.csv);
  const [days, setDays] = useState<{ from?: string; to?: string }>({});
  const file = FILES.find(({ value }) => value === kind);
  const isOfDay = kind === "receivables" || kind === "deposits";
  const shownLayout = file?.inLayouts ? layout : "csv";
  const season = today ? seasonDays(seasonOf(today)) : undefined;
  const from = days.from ?? season?.from;
  const to =
    days.to ?? (isOfDay ? today : season && today && season.to < today ? season.to : today);
  const fetchFile = useMutation({
    mutationFn: (asked: AccountingFile) => accountingLink(asked, via),
    networkMode: "always",
    onSuccess: ({ path }) => window.location.assign(path),
  });
  function chooseLayout(value: Layout) {
    setLayout(value);
    setNames(NAMES[value]);
  }
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 className="text-lg">For the accountant</h3>
        <p className="max-w-[62ch] text-sm text-muted">
          The money of a period or a day. Invoices and credits together are what the overview calls
          booked, without waivers and write-offs; payments and refunds are what it calls received.
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="File" hint={file?.words}>
          <NativeSelect
            options={FILES}
            value={kind}
            onValueChange={(value) => setKind(value as Kind)}
          />
        </Field>
        {file?.inLayouts ? (
          <Field label="Layout">
            <NativeSelect
              options={LAYOUTS}
              value={layout}
              onValueChange={(value) => chooseLayout(value as Layout)}
            />
          </Field>
        ) : (
          <div className="max-sm:hidden" />
        )}
        {isOfDay ? null : (
          <Field label="From">
            <DatePicker value={from} onChange={(day) => setDays({ ...days, from: day })} />
          </Field>
        )}
        <Field label={isOfDay ? "Day" : "To"}>
          <DatePicker value={to} onChange={(day) => setDays({ ...days, to: day })} />
        </Field>
        {shownLayout !== "csv" && (kind === "invoices" || kind === "credits") ? (
          <>
            <Field
              label={shownLayout === "xero" ? "Account code of the income" : "Product or account"}
              hint="As it is named in your books."
            >
              <Input
                autoComplete="off"
                maxLength={60}
                value={names.account}
                onChange={({ target }) => setNames({ ...names, account: target.value })}
              />
            </Field>
            <Field label="Tax code" hint="As it is named in your books.">
              <Input
                autoComplete="off"
                maxLength={60}
                value={names.tax_code}
                onChange={({ target }) => setNames({ ...names, tax_code: target.value })}
              />
            </Field>
          </>
        ) : null}
      </div>
      {fetchFile.error ? (
        <FormAlert tone="error">{toApiError(fetchFile.error).message}</FormAlert>
      ) : null}
      <Button
        className="justify-self-start"
        busy={fetchFile.isPending}
        disabled={!from || !to || !names.account.trim() || !names.tax_code.trim()}
        onClick={() => {
          if (!from || !to) return;
          fetchFile.mutate({
            kind,
            from: isOfDay ? to : from,
            to,
            layout: shownLayout,
            account: names.account.trim(),
            tax_code: names.tax_code.trim(),
          });
        }}
      >
        Download
      </Button>
    </Card>
  );
}
