import type { StopFriend } from "@api/commands.types";
import { Field } from "@components/ui/field";
import { NativeSelect } from "@components/ui/native-select";

interface NewItemOwnerProps {
  customer: string;
  friends: readonly StopFriend[];
  /** a friend's id; empty: the customer */
  owner: string;
  onOwner: (owner: string) => void;
}

/** Whose the items are that the crew adds at the door of a shared bundle. */
export function NewItemOwner({ customer, friends, owner, onOwner }: NewItemOwnerProps) {
  if (friends.length === 0) return null;
  return (
    <Field label="New items belong to">
      <NativeSelect
        options={[
          { value: "", label: customer },
          ...friends.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={owner}
        onValueChange={onOwner}
        className="h-14 lg:h-14"
      />
    </Field>
  );
}
