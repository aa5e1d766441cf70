import type { SharedPlan } from "@api/commands.types";
import { chooseRoom, friendKeys } from "@api/customers/friends";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Refusal } from "@features/customer/booking/refusal";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** Where the crew picks up a friend's items: in a room of the owner's building, or at the owner's. */
export function PickupRoom({ plan, owner }: { plan: SharedPlan; owner: string }) {
  const queries = useQueryClient();
  const [room, setRoom] = useState(plan.room ?? "");
  const save = useMutation({
    mutationFn: () => chooseRoom(plan.booking_id, room.trim() || null),
    networkMode: "always",
    onSuccess: (now) => {
      setRoom(now.room ?? "");
      toast.success(now.room ? `Our crew comes to ${now.room}` : `Bring your boxes to ${owner}`);
      void queries.invalidateQueries({ queryKey: friendKeys.all });
    },
  });
  const changed = room.trim() !== (plan.room ?? "");
  return (
    <form
      className="grid w-full max-w-md gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <Field
        label="Your room, if it is in the same building"
        hint={`Leave it empty if you bring your boxes to ${owner}.`}
      >
        <Input
          name="room"
          autoComplete="off"
          maxLength={100}
          value={room}
          onChange={({ target }) => setRoom(target.value)}
        />
      </Field>
      <Refusal error={save.error} />
      <Button
        type="submit"
        variant="secondary"
        className="justify-self-start"
        busy={save.isPending}
        disabled={!changed}
      >
        Save
      </Button>
    </form>
  );
}
