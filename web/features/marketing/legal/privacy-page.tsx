import { PageLink } from "@components/site/page-link";
import retention from "@facts/retention.json";
import { pageMeta } from "@lib/site/page-meta";
import { business, terms } from "@lib/site/published";
import { type Clause, DocumentPage } from "./document-page";

const mail = (
  <a className="font-semibold underline underline-offset-4" href={`mailto:${business.email}`}>
    {business.email}
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
        <li>We ask for nothing else.</li>
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
          Our crew sees what it needs for your stop. Our office sees your booking. Every time staff
          change a booking, or look at a customer's file, we record who did it and when.
        </p>
        <p>
          We do not sell your data. Our mail, payment and hosting providers process it for us, and
          for nothing else. If you sign in with Google, Google tells us your name and email address,
          and learns only that you signed in.
        </p>
      </>
    ),
  },
  {
    id: "mail",
    title: "Mail from us",
    content: (
      <p>
        We write to you about your own booking, without advertising. You get anything else only if
        you ask for it in a separate choice that is not ticked for you.
      </p>
    ),
  },
  {
    id: "browser",
    title: "In your browser",
    content: (
      <p>
        Your browser keeps your session, so that you stay signed in, and your choice of light or
        dark. There are no advertising or tracking cookies.
      </p>
    ),
  },
  {
    id: "long",
    title: "How long we keep it",
    content: (
      <p>
        We keep your data while you are a customer. After that we keep only what tax law requires:
        invoices and payments. When you have your data erased, these stay without your name. We
        delete messages and photos of a closed booking once the time for claims is over. That is{" "}
        {terms.insurance.claim_hours} hours after the delivery; a claim, a fee or a question that is
        open then is settled first. A booking that was made without an account keeps your name for{" "}
        {retention.guest_booking_days} days after it is closed.
      </p>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    content: (
      <>
        <p>
          You can see your data, correct it, download it or have it erased: in{" "}
          <PageLink to="/account" className="font-semibold underline underline-offset-4">
            your account
          </PageLink>
          , or write to {mail} from your account's email address. We answer within 30 days. British
          Columbia's Personal Information Protection Act (PIPA) gives you these rights. The federal
          PIPEDA does so where data leaves the province.
        </p>
        <p>
          If you are not satisfied with our answer, you can contact the Office of the Information
          and Privacy Commissioner for British Columbia.
        </p>
      </>
    ),
  },
];

export default function PrivacyPage() {
  return (
    <DocumentPage
      title="Privacy"
      lead="What we know about you, why, and how to see, correct or delete it."
      picture="key-on-tag"
      clauses={clauses}
    />
  );
}

export function meta() {
  return pageMeta(
    "Privacy",
    `Which data ${business.name} asks for and why, who sees it, how long it is kept, and your rights under British Columbia's privacy law.`,
    { path: "/privacy" },
  );
}
