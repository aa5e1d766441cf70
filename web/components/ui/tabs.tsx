import { cn } from "@lib/cn";
import { Tabs as Radix } from "radix-ui";
import type { ComponentProps } from "react";

/** `<Tabs value onValueChange><TabsList aria-label><TabsTrigger value/></TabsList><TabsContent value/></Tabs>` */
export const Tabs = Radix.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn(
        "relative flex gap-1 overflow-x-auto overflow-y-hidden rounded-full border border-line bg-mist p-1 [scrollbar-width:none]",
        className,
      )}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        "inline-flex h-11 flex-1 items-center justify-center gap-2 rounded-full px-4 text-sm font-semibold whitespace-nowrap text-muted transition-colors -outline-offset-3 hover:text-ink data-[state=active]:bg-sheet data-[state=active]:text-ink data-[state=active]:inset-ring data-[state=active]:inset-ring-line-strong md:h-10",
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn("mt-5", className)} {...props} />;
}
