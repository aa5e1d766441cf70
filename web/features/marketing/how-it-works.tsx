import { SummerLine } from "@components/ui/summer-line";

const STEPS = [
  {
    id: "book",
    label: "Book",
    month: "April",
    text: "Pick your campus, a day and a window. Supplies come to your door if you need them.",
  },
  {
    id: "pickup",
    label: "We collect",
    month: "May",
    text: "We carry your boxes out of your room and put a label on every one.",
  },
  {
    id: "store",
    label: "We keep",
    month: "Summer",
    text: "Your things stay in a climate-controlled, monitored facility.",
  },
  {
    id: "return",
    label: "We bring back",
    month: "Aug 31 -\u00a0Sep\u00a03",
    text: "Everything arrives at your next room before classes begin.",
  },
];

/** Four steps on the one line through the summer. */
export function HowItWorks() {
  return (
    <section id="how-it-works" className="section-y border-t border-line">
      <div className="container-page grid gap-8">
        <h2 className="text-3xl">One line through the summer</h2>
        <SummerLine
          label="When it happens"
          stops={STEPS.map(({ id, month }) => ({
            id,
            label: month,
            state: "done" as const,
          }))}
        />
        <ol className="grid gap-x-2 gap-y-6 sm:grid-cols-2 md:grid-cols-4">
          {STEPS.map(({ id, label, text }) => (
            <li key={id} className="grid content-start gap-1.5 sm:px-3 md:text-center">
              <h3 className="text-xl">{label}</h3>
              <p className="text-sm text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
