import { Toaster as Sonner } from "sonner";

/** Where toasts appear. Show one with `import { toast } from "sonner"`. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      gap={14}
      style={
        {
          "--width": "356px",
          "--normal-bg": "var(--sheet)",
          "--normal-text": "var(--ink)",
          "--normal-border": "var(--line-strong)",
          "--border-radius": "16px",
          fontFamily: "var(--font-sans)",
        } as React.CSSProperties
      }
      toastOptions={{
        classNames: {
          title: "!text-sm !font-semibold",
          description: "!text-sm !text-muted",
          error: "!border-brick !bg-brick-soft [&_[data-icon]]:!text-brick-text",
          success: "[&_[data-icon]]:!text-pine",
          actionButton: "!bg-tape !text-on-tape !rounded-full",
        },
      }}
    />
  );
}
