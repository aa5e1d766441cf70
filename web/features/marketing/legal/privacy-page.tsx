import { PageLink } from "@components/site/page-link";
import contact from "@facts/contact.json";
import terms from "@facts/terms.json";
import { pageMeta } from "@lib/site/page-meta";
import { type Clause, DocumentPage } from "./document-page";

const mail = (
  <a className="font-semibold underline underline-offset-4" href={`mailto:${contact.email}`}>
    {contact.email}
  </a>
);

const clauses: readonly Clause[] = [
  {
    id: "what",
    title: "What we ask for, and why",
    content: (
      <ul>
        <li>Name, email and phone: to confirm your booking and to reach you on the day.</li>
        <li>Campus, residence and addresses: to find your door, twice.</li>
        <li>Dates and flight time: to plan the route.</li>
        <li>What you store and its value, if you insure it: to price it and to settle claims.</li>
        <li>Your password: stored only as a hash that nobody can read.</li>
        <li>We ask for nothing that one of these does not need.</li>
      </ul>
    ),
  },
  {
    id: "age",
    title: "Minimum age",
    content: (
      <p>
        The minimum age is {terms.minimum_age}: you must be at least {terms.minimum_age} to book and
        to have an account. A parent or guardian books for a younger student and gives us only what
        the pickup needs.
      </p>
    ),
  },
  {
    id: "who",
    title: "Who sees it",
    content: (
      <>
        <p>
          Our crew sees what a stop needs. Our office sees your booking. Every time staff change a
          booking, or look at a customer's file, it is recorded who did it and when.
        </p>
        <p>
          We do not sell your data. Mail, payment and hosting providers process it for us, and only
          for that. If you sign in with Google, Google tells us your name and address, and nothing
          goes back but that you signed in.
        </p>
      </>
    ),
  },
  {
    id: "mail",
    title: "Mail from us",
    content: (
      <p>
        You get mail about your own booking, without advertising in it. Anything else comes only if
        you asked for it in a separate choice that is not ticked for you.
      </p>
    ),
  },
  {
    id: "browser",
    title: "In your browser",
    content: (
      <p>
        We keep your session in your browser so that you stay signed in, and on dashboards your
        choice of light or dark. There are no advertising or tracking cookies.
      </p>
    ),
  },
  {
    id: "long",
    title: "How long we keep it",
    content: (
      <p>
        While you are a customer, and after that only what tax law makes us keep: invoices and
        payments. When you have your data erased, these stay without your name. Messages and photos
        of a closed booking go when no claim can be made any more.
      </p>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    content: (
      <>
        <p>
          You may see your data, correct it, take it with you or have it erased: in{" "}
          <PageLink to="/account" className="font-semibold underline underline-offset-4">
            your account
          </PageLink>
          , or write to {mail} from its address. We answer within 30 days. British Columbia's
          Personal Information Protection Act (PIPA) gives you these rights here, and the federal
          PIPEDA does where data crosses the border of the province.
        </p>
        <p>
          If our answer does not satisfy you, you may turn to the Office of the Information and
          Privacy Commissioner for British Columbia.
        </p>
      </>
    ),
  },
];

export default function PrivacyPage() {
  return (
    <DocumentPage
      title="Privacy"
      lead="What we know about you, why we know it, and how you get it back."
      picture="key-on-tag"
      clauses={clauses}
    />
  );
}

export function meta() {
  return pageMeta(
    "Privacy",
    "Which data Summerstow asks for and why, who sees it, how long it is kept, and your rights under British Columbia's privacy law.",
    { path: "/privacy" },
  );
}
