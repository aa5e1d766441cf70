import { SeasonArchive } from "@features/office/settings/season-archive";
import { AccountantCard } from "./accountant-card";
import { ImportCard } from "./import-card";

/** What comes in from files and goes out as files. */
export function DataSection() {
  return (
    <section className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">Data</h2>
      <ImportCard />
      <AccountantCard />
      <SeasonArchive />
    </section>
  );
}
