import type { Layout, ReadFile } from "@api/commands.types";
import { FormAlert } from "@components/form-alert";
import { Field } from "@components/ui/field";
import { NativeSelect } from "@components/ui/native-select";
import { formatDay } from "@lib/format/dates";

interface BankLayoutFormProps {
  file: ReadFile;
  onLayout: (layout: Layout) => void;
}

/** Which columns hold the day and the money in, and what the numbers of a day mean. */
export function BankLayoutForm({ file, onLayout }: BankLayoutFormProps) {
  const { layout, columns } = file;
  const options = columns.map(({ index, name, examples }) => ({
    value: String(index),
    label: `${name || `Column ${index + 1}`}: ${examples.join(", ") || "empty"}`,
  }));
  const asks = file.ask_columns || file.day_choices.length > 0;
  const choose = (change: Partial<Layout>) => onLayout({ ...layout, ...change });
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">How the file is read</legend>
      {asks ? (
        <FormAlert tone="note">
          <p>
            {file.ask_columns
              ? "The file does not show which column is the day and which one is the money that came in. Please choose them."
              : "The file does not show which number is the day and which one is the month. Please choose."}
          </p>
        </FormAlert>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Day">
          <NativeSelect
            options={options}
            value={layout.day === null ? "" : String(layout.day)}
            onValueChange={(at) => choose({ day: Number(at), day_order: null })}
          />
        </Field>
        <Field label="Money in" hint="Amounts with a minus are left out.">
          <NativeSelect
            options={options}
            value={layout.money_in === null ? "" : String(layout.money_in)}
            onValueChange={(at) => choose({ money_in: Number(at) })}
          />
        </Field>
        {file.day_choices.length > 0 ? (
          <Field label="The first day is">
            <NativeSelect
              options={file.day_choices.map(({ order, example }) => ({
                value: order,
                label: formatDay(example),
              }))}
              value=""
              onValueChange={(order) => choose({ day_order: order as Layout["day_order"] })}
            />
          </Field>
        ) : null}
      </div>
    </fieldset>
  );
}
