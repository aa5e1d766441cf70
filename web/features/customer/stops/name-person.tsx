import { Button } from "@components/ui/button";
import { LatePanel } from "@components/ui/late-panel";
import { useAfterFirstScreen } from "@lib/browser/first-screen";
import { lateCode } from "@lib/browser/late-code";
import { type ComponentProps, useState } from "react";
import type { NamePersonDialog as Dialog } from "./name-person-dialog";

const dialogCode = lateCode(() => import("./name-person-dialog"));

/** Names a person who may stand in at one stop; their code is shown once. */
export function NamePerson(props: Omit<ComponentProps<typeof Dialog>, "onClose">) {
  const [open, setOpen] = useState(false);
  useAfterFirstScreen(dialogCode.load);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {props.stop.proxy_name ? "Name another person" : "Name a person"}
      </Button>
      {open ? (
        <LatePanel code={dialogCode} onFail={() => setOpen(false)}>
          {({ NamePersonDialog }) => <NamePersonDialog {...props} onClose={() => setOpen(false)} />}
        </LatePanel>
      ) : null}
    </>
  );
}
