import { Button, type ButtonProps } from "@components/ui/button";
import contact from "@facts/contact.json";
import { Phone } from "lucide-react";

/** Calls the office, which reaches the crew. */
export function CallUs(props: Pick<ButtonProps, "variant" | "className">) {
  return (
    <Button asChild {...props}>
      <a href={`tel:+1${contact.phone.replace(/\D/g, "")}`}>
        <Phone aria-hidden="true" />
        Call {contact.phone}
      </a>
    </Button>
  );
}
