export default function ExecutiveDashboardPage() {
  return (
    <main className="container-page section-y">
      <h1 className="text-2xl">Executive bookings</h1>
    </main>
  );
}

export function meta() {
  return [{ title: "Executive bookings · Summerstow" }];
}
