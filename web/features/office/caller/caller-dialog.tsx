import { useCampusClock } from "@api/clock";
import { bookForCaller } from "@api/customers/records";
import { toApiError } from "@api/errors";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { DatePicker } from "@components/ui/date-picker";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { Refusal } from "@features/crew/pickups/dates/change-fields";
import { useWindows, WindowChoice } from "@features/crew/pickups/dates/window-choice";
import { useRecordStep } from "@features/office/bookings/record/use-record-step";
import { formatDay } from "@lib/format/dates";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { campuses } from "@lib/site/published";
import { toast } from "@lib/toast";
import { useId } from "react";
import { bookingOf, type CallerFields, callerSchema, residencesOf } from "./caller-schema";
import { KnownPeople } from "./known-people";

const CAMPUSES = campuses
  .filter(({ status }) => status === "open")
  .map(({ id, name }) => ({ value: String(id), label: name }));

interface CallerDialogProps {
  /** What is known already, such as the day and campus of the line behind. */
  known?: Partial<CallerFields>;
  /** Executives alone may add to a full window. */
  mayExceed: boolean;
  onClose: () => void;
  onBooked?: (bookingId: string) => void;
}

/** Books for a caller, with or without an account. */
export function CallerDialog({ known, mayExceed, onClose, onBooked }: CallerDialogProps) {
  const formId = useId();
  const today = useCampusClock().data?.today;
  const book = useRecordStep(bookForCaller, (booking) => {
    const { first_name, last_name, day } = getValues();
    toast.success(`Booked: ${booking.code}`, {
      description: `${first_name} ${last_name}, ${formatDay(day)}. An email is on its way.`,
    });
    onClose();
    onBooked?.(booking.id);
  });
  const { register, watch, setValue, getValues, errorOf, onSubmit } = useSchemaForm({
    schema: callerSchema,
    defaultValues: {
      first_name: "",
      last_name: "",
      email: "",
      phone: "",
      campus: CAMPUSES[0]?.value ?? "",
      residence: "",
      place: "",
      day: today ?? "",
      window: "",
      kit: "",
      comments: "",
      exceed: false,
      ...known,
    },
    busy: book.isPending,
    onSend: (typed) => book.mutate(bookingOf(typed)),
  });
  const form = watch();
  const campusId = Number(form.campus);
  const full = useWindows(campusId, form.day)?.some(
    ({ label, places_left }) => label === form.window && places_left === 0,
  );
  const set = <Name extends keyof CallerFields>(name: Name, value: CallerFields[Name]) => {
    setValue(name, value as never, { shouldValidate: errorOf(name) !== undefined });
    if (book.isError) book.reset();
  };
  const text = (
    name: "first_name" | "last_name" | "email" | "phone",
    label: string,
    type = "text",
  ) => (
    <Field label={label} required error={errorOf(name)}>
      <Input type={type} autoComplete="off" {...register(name)} />
    </Field>
  );
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        inAddress
        size="lg"
        title="Book for a caller"
        description="The booking is confirmed at once. The caller gets one email, with a link to an account."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={formId} busy={book.isPending} className="max-sm:flex-1">
              Book pickup
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2">
          {text("first_name", "First name")}
          {text("last_name", "Last name")}
          {text("phone", "Phone", "tel")}
          {text("email", "Email", "email")}
          <KnownPeople
            texts={[form.phone, form.email, `${form.first_name} ${form.last_name}`]}
            onChoose={(one) => {
              const [first = "", ...rest] = one.name.split(" ");
              set("first_name", first);
              set("last_name", rest.join(" "));
              if (one.email) set("email", one.email);
              if (one.phone) set("phone", one.phone);
            }}
            className="sm:col-span-2"
          />
          <Field label="Campus">
            <Select
              options={CAMPUSES}
              value={form.campus}
              onValueChange={(campus) => {
                set("campus", campus);
                set("residence", "");
              }}
            />
          </Field>
          <Field label="Residence" required error={errorOf("residence")}>
            <Select
              options={residencesOf(form.campus)}
              value={form.residence}
              onValueChange={(residence) => set("residence", residence)}
            />
          </Field>
          <Field label="Room or address" required error={errorOf("place")}>
            <Input autoComplete="off" maxLength={200} {...register("place")} />
          </Field>
          <Field label="Pickup day" required error={errorOf("day")}>
            <DatePicker
              value={form.day || undefined}
              {...(today ? { min: today } : {})}
              onChange={(day) => set("day", day)}
            />
          </Field>
          <div className="grid gap-2 sm:col-span-2">
            {form.day ? (
              <WindowChoice
                campusId={campusId}
                day={form.day}
                value={form.window}
                onChange={(window) => set("window", window)}
              />
            ) : null}
            {errorOf("window") ? (
              <p role="alert" className="text-sm text-brick-text">
                {errorOf("window")}
              </p>
            ) : null}
            {full && mayExceed ? (
              <Checkbox
                label="Add over capacity"
                description="This window is full: it gets one place more."
                checked={form.exceed}
                onCheckedChange={(exceed) => set("exceed", exceed)}
              />
            ) : null}
          </div>
          <Field label="Supply kit on (optional)">
            <DatePicker
              value={form.kit || undefined}
              placeholder="No kit"
              {...(today ? { min: today } : {})}
              onChange={(kit) => set("kit", kit)}
            />
          </Field>
          <Field label="Comments (optional)">
            <Input autoComplete="off" maxLength={500} {...register("comments")} />
          </Field>
          {book.isError ? (
            <div className="sm:col-span-2">
              <Refusal
                campusId={campusId}
                error={toApiError(book.error)}
                onChoose={(free) => {
                  set("day", free.day);
                  set("window", free.window);
                }}
              />
            </div>
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
