import { Button, type ButtonProps } from "@components/ui/button";
import { business } from "@lib/site/published";
import { Phone } from "lucide-react";

/** Calls the office, which reaches the crew. */
export function CallUs(props: Pick<ButtonProps, "variant" | "className">) {
  return (
    <Button asChild {...props}>
      <a href={`tel:+1${business.phone.replace(/\D/g, "")}`}>
        <Phone aria-hidden="true" />
        Call {business.phone}
      </a>
    </Button>
  );
}
