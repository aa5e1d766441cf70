import { cn } from "@lib/cn";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useFieldWiring } from "./field";

/** Looks of every text control. */
export const controlStyles =
  "h-12 w-full min-w-0 rounded-control border border-line-strong bg-sheet px-3.5 text-base text-ink transition-colors placeholder:text-muted hover:border-ink aria-invalid:border-brick disabled:cursor-not-allowed disabled:opacity-60 md:text-sm lg:h-11";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input type={type} className={cn(controlStyles, className)} {...useFieldWiring()} {...props} />
  );
}

/** An email address: its keyboard, one's own address offered, nothing capitalised. */
export function EmailInput(props: Omit<ComponentProps<"input">, "type">) {
  return <Input type="email" name="email" autoComplete="email" autoCapitalize="none" {...props} />;
}

/** A phone number: numeric keyboard, the browser's own number offered. */
export function PhoneInput(props: Omit<ComponentProps<"input">, "type">) {
  return <Input type="tel" inputMode="tel" autoComplete="tel" {...props} />;
}

/** A password with a button that shows it. Minimum length 6, as everywhere. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  const [isVisible, setVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        type={isVisible ? "text" : "password"}
        minLength={6}
        autoCapitalize="none"
        spellCheck={false}
        className={cn("pr-12", className)}
        {...props}
      />
      <button
        type="button"
        aria-label={isVisible ? "Hide password" : "Show password"}
        aria-pressed={isVisible}
        onClick={() => setVisible(!isVisible)}
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
