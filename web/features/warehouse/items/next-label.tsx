import { Field } from "@components/ui/field";
import { NativeSelect } from "@components/ui/native-select";
import { type ScannedItem, targetOf, targetOptions } from "./door-scan";

interface NextLabelProps {
  items: readonly ScannedItem[];
  choice: string;
  onChoice: (choice: string) => void;
}

/** Where the next free label goes: by itself on the next listed item, elsewhere by choice. */
export function NextLabel({ items, choice, onChoice }: NextLabelProps) {
  const target = targetOf(items, choice);
  const value = target && ("kind" in target ? choice : target.item.key);
  return (
    <Field label="The next free label goes on">
      <NativeSelect
        options={targetOptions(items)}
        placeholder="Nothing left on the list. Choose a new item"
        value={value ?? ""}
        onValueChange={onChoice}
        className="h-14 lg:h-14"
      />
    </Field>
  );
}
