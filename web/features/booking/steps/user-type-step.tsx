import { PageLink } from "@components/site/page-link";
import { cn } from "@lib/cn";
import { RESUME } from "@lib/site/booking-launcher";
import { Backpack, ChevronRight, House } from "lucide-react";
import { useLocation } from "react-router";
import type { StepProps } from "./step-props";

const CHOICES = [
  { value: "student", label: "I am a student", Icon: Backpack },
  { value: "parent", label: "I am a parent", Icon: House },
] as const;

/** 1 · 'Who are you?': the answer leads straight on. */
export function UserTypeStep({ answers, signedIn, change }: StepProps) {
  const { pathname } = useLocation();
  return (
    <div className="grid gap-3">
      {CHOICES.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="submit"
          aria-pressed={answers.userType === value}
          onClick={() => change({ userType: value })}
          className={cn(
            "flex min-h-20 items-center gap-4 rounded-2xl border border-line-strong bg-sheet px-5 py-4 text-left transition-colors hover:border-ink hover:bg-mist short:min-h-14 short:py-2",
            answers.userType === value && "border-ink bg-tape-soft inset-ring inset-ring-ink",
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
            state={{ from: { pathname, search: `?${RESUME.name}=${RESUME.value}` } }}
            className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4"
          >
            Sign in here
          </PageLink>
        </p>
      )}
    </div>
  );
}
