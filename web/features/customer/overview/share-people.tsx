import type { SharedPlan, SharePeople } from "@api/commands.types";
import { friendKeys, nameSharePeople } from "@api/customers/friends";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Refusal } from "@features/customer/booking/refusal";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

const NOBODY: SharePeople = {
  contact_name: null,
  contact_phone: null,
  payer_name: null,
  payer_email: null,
};

/** Who is at the door for a friend who shares a bundle, and who pays their share. */
export function PeopleOfShare({ plan }: { plan: SharedPlan }) {
  const queries = useQueryClient();
  const stored = plan.own_people ?? NOBODY;
  const [people, setPeople] = useState(stored);
  const save = useMutation({
    mutationFn: () => nameSharePeople(plan.booking_id, people),
    networkMode: "always",
    onSuccess: (now) => {
      setPeople(now.own_people ?? NOBODY);
      toast.success("People Saved");
      void queries.invalidateQueries({ queryKey: friendKeys.all });
    },
  });
  const changed = (Object.keys(NOBODY) as (keyof SharePeople)[]).some(
    (name) => (people[name] ?? "") !== (stored[name] ?? ""),
  );
  const field = (name: keyof SharePeople, more: { type?: string; autoComplete?: string } = {}) => ({
    name,
    autoComplete: "off",
    maxLength: 100,
    value: people[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => {
      save.reset();
      setPeople({ ...people, [name]: target.value || null });
    },
    ...more,
  });
  return (
    <details className="w-full max-w-md">
      <summary className="cursor-pointer py-2 font-semibold">
        Somebody else at the door, or who pays
      </summary>
      <form
        className="grid gap-3 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate();
        }}
      >
        <Field label="Who is at the door for you" hint="Leave it empty if you are there.">
          <Input {...field("contact_name")} />
        </Field>
        <Field label="Their phone" hint="Our crew calls it on the day.">
          <Input {...field("contact_phone", { type: "tel" })} />
        </Field>
        <Field label="Who pays your share" hint="Leave it empty if you pay.">
          <Input {...field("payer_name")} />
        </Field>
        <Field label="Email for your invoices">
          <Input {...field("payer_email", { type: "email" })} />
        </Field>
        <Refusal error={save.error} />
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          busy={save.isPending}
          disabled={!changed}
        >
          Save people
        </Button>
      </form>
    </details>
  );
}
