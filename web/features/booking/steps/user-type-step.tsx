import { PageLink } from "@components/page-link";
import { cn } from "@lib/cn";
import { Backpack, ChevronRight, House } from "lucide-react";
import type { UserType } from "../wizard-data";

const CHOICES = [
  {
    value: "student",
    label: "I am a student",
    Icon: Backpack,
  },
  {
    value: "parent",
    label: "I am a parent",
    Icon: House,
  },
] as const;

/** 1 · 'Who are you?': the answer leads straight on. */
export function UserTypeStep({
  chosen,
  signedIn,
  onChoose,
}: {
  chosen: UserType | null;
  signedIn: boolean;
  onChoose: (userType: UserType) => void;
}) {
  return (
    <div className="grid gap-3">
      {CHOICES.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
          className={cn(
            "flex min-h-20 items-center gap-4 rounded-2xl border border-line-strong bg-sheet px-5 py-4 text-left transition-colors hover:border-ink hover:bg-mist",
            chosen === value && "border-ink bg-tape-soft inset-ring inset-ring-ink",
          )}
        >
          <Icon aria-hidden="true" className="size-7 shrink-0 text-brick" strokeWidth={1.75} />
          <span className="flex-1 text-lg font-semibold">{label}</span>
          <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
        </button>
      ))}
      {signedIn ? null : (
        <p className="mt-1 text-sm text-muted">
          Already have an account?{" "}
          <PageLink
            to="/auth"
            className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4"
          >
            Sign in here
          </PageLink>
        </p>
      )}
    </div>
  );
}
