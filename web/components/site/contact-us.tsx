import { business } from "@lib/site/published";
import { Fragment } from "react";

const { phone, email } = business;
const TEL = `tel:+1${phone.replace(/\D/g, "")}`;
const LINK = "font-semibold whitespace-nowrap underline underline-offset-4";

/** Our phone number, one press away. */
function CallUs({ className = LINK }: { className?: string }) {
  return (
    <a href={TEL} className={className}>
      {phone}
    </a>
  );
}

/** Our mail address, one press away. */
function WriteToUs() {
  return (
    <a href={`mailto:${email}`} className={LINK}>
      {email}
    </a>
  );
}

/** Words in which our number and our address, where they are named, can be pressed. */
export function WithContacts({ children }: { children: string }) {
  const parts = children.split(new RegExp(`(${[phone, email].map(literally).join("|")})`));
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence, always in its order
    <Fragment key={place}>
      {part === phone ? <CallUs /> : part === email ? <WriteToUs /> : part}
    </Fragment>
  ));
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whom to ask, at the foot of a page. */
export function HelpLine() {
  return (
    <p className="text-muted">
      Questions? Call <CallUs /> ({business.hours}) or write to <WriteToUs />.
    </p>
  );
}
