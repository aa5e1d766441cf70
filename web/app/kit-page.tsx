import { IsoScene } from "@components/illustration/iso-scene";
import { boxStack, emptyVan, keyOnTag, openBox } from "@components/illustration/scenes";
import { type Heard, Scanner } from "@components/scanner/scanner";
import { ThemeMenu } from "@components/site/theme-menu";
import { Badge, StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Calendar } from "@components/ui/calendar";
import { Card, CardTitle } from "@components/ui/card";
import { Checkbox } from "@components/ui/checkbox";
import { Code } from "@components/ui/code";
import { DatePicker } from "@components/ui/date-picker";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@components/ui/dialog";
import { EmptyState } from "@components/ui/empty-state";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Field } from "@components/ui/field";
import { Input, PasswordInput, PhoneInput } from "@components/ui/input";
import { RadioCards } from "@components/ui/radio-cards";
import { Select } from "@components/ui/select";
import { Sheet, SheetContent, SheetTrigger } from "@components/ui/sheet";
import { Skeleton } from "@components/ui/skeleton";
import { SummerLine } from "@components/ui/summer-line";
import { Table } from "@components/ui/table";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@components/ui/tabs";
import { TapeLabel } from "@components/ui/tape-label";
import { Textarea } from "@components/ui/textarea";
import { Tooltip } from "@components/ui/tooltip";
import booking from "@facts/booking.json";
import { useDocumentTheme } from "@lib/browser/theme";
import { formatDay } from "@lib/format/dates";
import { labelCode } from "@lib/labels/label-code";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";

const ROWS = [
  {
    id: "a",
    name: "Maya Chen",
    campus: "UBC Okanagan",
    date: "2027-05-01",
    items: 7,
    status: "pending",
  },
  {
    id: "b",
    name: "Zoë Łukaszewicz",
    campus: "UBC Vancouver",
    date: "2027-05-02",
    items: 12,
    status: "in_queue",
  },
  {
    id: "c",
    name: "Amir Haddad",
    campus: "Thompson Rivers University",
    date: "2027-05-02",
    items: 3,
    status: "cancelled",
  },
];

/** Every part of the kit on one page, for the eye. Only on the development server. */
export default function KitPage() {
  useDocumentTheme();
  return (
    <div className="container-page grid grid-cols-[minmax(0,1fr)] gap-10 py-10">
      <div className="flex items-center gap-4">
        <h1 className="text-4xl">Kit</h1>
        <ThemeMenu />
      </div>
      <Buttons />
      <Forms />
      <Days />
      <Panels />
      <Lines />
      <Lists />
      <Scenes />
      <Scanning />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  return (
    <Section title="Buttons">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="lg">Book Now</Button>
        <Button>Continue</Button>
        <Button variant="secondary">Back</Button>
        <Button variant="pine">On Way</Button>
        <Button variant="ghost">Sign Out</Button>
        <Button variant="destructive">Cancel booking</Button>
        <Button variant="link">Change</Button>
        <Button busy>Completing Booking...</Button>
        <Button disabled>Continue</Button>
        <Tooltip content="Loads the list again">
          <Button variant="secondary" size="sm">
            Refresh
          </Button>
        </Tooltip>
      </div>
      <div className="flex flex-wrap gap-2">
        {booking.statuses.map(({ value }) => (
          <StatusBadge key={value} status={value} />
        ))}
        <Badge tone="outline">Guest</Badge>
        <Code>SS-7K4QM</Code>
        <TapeLabel>Executive Access</TapeLabel>
      </div>
    </Section>
  );
}

function Forms() {
  const [who, setWho] = useState<string | null>("student");
  const [campus, setCampus] = useState<string>();
  const [flight, setFlight] = useState(true);
  return (
    <Section title="Forms">
      <div className="grid gap-4 md:grid-cols-3">
        <Field label="First name" required>
          <Input autoComplete="given-name" defaultValue="Maya" />
        </Field>
        <Field label="Email" error="That is no e-mail address.">
          <Input type="email" defaultValue="maya@" />
        </Field>
        <Field label="Phone" hint="For the driver, on the day.">
          <PhoneInput placeholder="(250) 555-0139" />
        </Field>
        <Field label="Password">
          <PasswordInput defaultValue="secret" autoComplete="new-password" />
        </Field>
        <Field label="Campus">
          <Select
            value={campus}
            onValueChange={setCampus}
            options={[
              { value: "1", label: "Vancouver Campus" },
              { value: "2", label: "Okanagan Campus" },
            ]}
          />
        </Field>
        <Field label="Full delivery address">
          <Textarea />
        </Field>
      </div>
      <RadioCards
        label="Who are you?"
        value={who}
        onValueChange={setWho}
        columns={2}
        options={[
          { value: "student", label: "I am a student", description: "Booking for myself" },
          { value: "parent", label: "I am a parent", description: "Booking for my child" },
        ]}
      />
      <Checkbox label="I have a flight to catch" checked={flight} onCheckedChange={setFlight} />
    </Section>
  );
}

function Days() {
  const [day, setDay] = useState("2027-05-01");
  return (
    <Section title="Days">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field label="Pickup date">
          <DatePicker value={day} onChange={setDay} />
        </Field>
        <Card className="justify-self-start">
          <Calendar value={day} onChange={setDay} min="2027-04-28" marked={["2027-05-05"]} />
        </Card>
      </div>
    </Section>
  );
}

function Panels() {
  return (
    <Section title="Dialogs, sheets, toasts">
      <div className="flex flex-wrap gap-3">
        <Dialog>
          <DialogTrigger asChild>
            <Button variant="secondary">Dialog</Button>
          </DialogTrigger>
          <DialogContent
            title="Change pickup date"
            description="Your place in the line moves with it."
            size="sm"
            footer={
              <>
                <DialogClose asChild>
                  <Button variant="ghost">Cancel</Button>
                </DialogClose>
                <Button>Save</Button>
              </>
            }
          >
            <Field label="Time">
              <Input defaultValue="9:00 AM" />
            </Field>
          </DialogContent>
        </Dialog>
        <Sheet>
          <SheetTrigger asChild>
            <Button variant="secondary">Sheet</Button>
          </SheetTrigger>
          <SheetContent title="Maya Chen" footer={<Button>Complete</Button>}>
            Seven boxes from Nechako.
          </SheetContent>
        </Sheet>
        <Button
          variant="secondary"
          onClick={() =>
            toast.success("Welcome!", { description: "You've been successfully signed in." })
          }
        >
          Toast
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast.error("Booking Failed", { description: "That window is full." })}
        >
          Error toast
        </Button>
      </div>
      <ErrorState onRetry={() => undefined}>Could not load pickup queue data.</ErrorState>
      <ServerUnreachable />
    </Section>
  );
}

function Lines() {
  return (
    <Section title="The summer line">
      <Card className="grid gap-8">
        <SummerLine
          label="Booking status"
          animate
          stops={[
            { id: "1", label: "Registered", detail: "Apr 12", state: "done" },
            { id: "2", label: "Pickup", detail: "May 1", state: "current" },
            { id: "3", label: "In storage", detail: "Summer", state: "ahead" },
            { id: "4", label: "Back with you", detail: "Aug 31", state: "ahead" },
          ]}
        />
        <SummerLine
          label="Booking progress"
          compact
          stops={Array.from({ length: 8 }, (_, index) => ({
            id: String(index),
            label: `Step ${index + 1}`,
            state: index < 3 ? "done" : index === 3 ? "current" : "ahead",
          }))}
        />
      </Card>
    </Section>
  );
}

function Lists() {
  return (
    <Section title="Tabs and tables">
      <Tabs defaultValue="bookings">
        <TabsList aria-label="Staff">
          <TabsTrigger value="bookings">Bookings</TabsTrigger>
          <TabsTrigger value="pickups">Pickup Queue</TabsTrigger>
          <TabsTrigger value="customers">Customers</TabsTrigger>
        </TabsList>
        <TabsContent value="bookings">
          <Table
            caption="Bookings"
            rows={ROWS}
            rowKey={({ id }) => id}
            columns={[
              { id: "name", header: "Customer", cell: ({ name }) => name },
              { id: "campus", header: "Campus", cell: ({ campus }) => campus },
              { id: "date", header: "Pickup Date", cell: ({ date }) => formatDay(date) },
              { id: "items", header: "Items", numeric: true, cell: ({ items }) => items },
              {
                id: "status",
                header: "Status",
                cell: ({ status }) => <StatusBadge status={status} />,
              },
              {
                id: "actions",
                header: "Actions",
                hideHeader: true,
                cell: () => (
                  <Button size="sm" variant="secondary">
                    View
                  </Button>
                ),
              },
            ]}
          />
        </TabsContent>
        <TabsContent value="pickups">
          <EmptyState scene={emptyVan} title="No pickups scheduled for today." />
        </TabsContent>
        <TabsContent value="customers" className="grid gap-2">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-6 w-full" />
        </TabsContent>
      </Tabs>
    </Section>
  );
}

function Scanning() {
  const [open, setOpen] = useState(false);
  const hear = (written: string): Heard => {
    const code = labelCode(written);
    return code ? { tone: "done", words: code } : { tone: "wrong", words: "This is no label." };
  };
  return (
    <Section title="Scanning">
      {open ? (
        <Scanner what="the item's label" onCode={hear} className="max-w-sm" />
      ) : (
        <Button onClick={() => setOpen(true)}>Scan a label</Button>
      )}
    </Section>
  );
}

function Scenes() {
  const [count, setCount] = useState(3);
  return (
    <Section title="Scenes">
      <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-4">
        <Card className="grid justify-items-center gap-3">
          <IsoScene scene={boxStack(count)} dropGroup="newest" className="h-auto w-full" />
          <Button size="sm" variant="secondary" onClick={() => setCount((count + 1) % 9)}>
            One more
          </Button>
        </Card>
        {[openBox, emptyVan, keyOnTag].map((scene) => (
          <Card key={scene.height}>
            <IsoScene scene={scene} className="h-auto w-full" />
          </Card>
        ))}
      </div>
      <Card>
        <CardTitle>All eight</CardTitle>
        <IsoScene scene={boxStack(8)} className="h-auto w-60" />
      </Card>
    </Section>
  );
}
