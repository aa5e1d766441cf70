import { DashboardHeader } from "@features/customer/dashboard-header";
import { PaymentsView } from "@features/payments/payments-view";
import { useSession } from "@lib/auth/session";
import { pageTitle } from "@lib/site/page-title";

/** /customer-dashboard/payments. The gate before it lets only signed-in people through. */
export default function PaymentsPage() {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <>
      <DashboardHeader />
      <main className="container-page grid grid-cols-[minmax(0,1fr)] gap-6 py-8 pb-16 sm:py-10">
        <h1 className="text-2xl sm:text-3xl">Payment & Plans</h1>
        <PaymentsView userId={session.profile.id} />
      </main>
    </>
  );
}

export function meta() {
  return [{ title: pageTitle("Payment & Plans") }];
}
