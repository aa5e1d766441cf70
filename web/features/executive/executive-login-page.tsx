export default function ExecutiveLoginPage() {
  return (
    <main className="container-page section-y">
      <h1 className="text-2xl">Executive sign-in</h1>
    </main>
  );
}

export function meta() {
  return [{ title: "Executive sign-in · Summerstow" }];
}
