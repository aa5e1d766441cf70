import type { ReactNode } from "react";
import { businessSchema } from "./business-document";
import type { PreviewProps } from "./section-page";

/** How a mail, an invoice and the foot of every page will name the business. */
export function BusinessPreview({ document }: PreviewProps) {
  const business = businessSchema.parse(document);
  const { name, legal_name, email, phone, address, tax_number } = business;
  const sender = business.sender_email || email;
  return (
    <dl className="grid gap-3 text-sm">
      <Part title="A mail">
        <p>
          From: {name} &lt;{sender}&gt;
        </p>
        {sender === email ? null : <p>Answers go to {email}</p>}
      </Part>
      <Part title="An invoice">
        <p className="font-semibold">{name}</p>
        {legal_name === name ? null : <p>{legal_name}</p>}
        <p>{address.street}</p>
        <p>
          {address.city} {address.region} {address.postal_code}
        </p>
        <p>Registration {tax_number}</p>
        <p>Interac e-Transfer to {business.etransfer_email || email}</p>
      </Part>
      <Part title="The foot of every page">
        <p>
          {name} · {phone} · {email}
        </p>
        <p>{business.social.map(({ label }) => label).join(" · ")}</p>
      </Part>
    </dl>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-line bg-sheet px-4 py-3 wrap-anywhere">
      <dt className="text-xs font-semibold text-muted">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
