import type { ReactNode } from "react";

interface SettingsGroupProps {
  title: string;
  /** Where customers see it. */
  seen: string;
  children: ReactNode;
}

/** Fields that belong together. */
export function SettingsGroup({ title, seen, children }: SettingsGroupProps) {
  return (
    <fieldset className="grid gap-x-4 gap-y-4 border-t border-line pt-4 first:border-0 first:pt-0 sm:grid-cols-2">
      <legend className="float-left col-span-full">
        <span className="block font-display text-lg">{title}</span>
        <span className="block text-xs text-muted">{seen}</span>
      </legend>
      {children}
    </fieldset>
  );
}
