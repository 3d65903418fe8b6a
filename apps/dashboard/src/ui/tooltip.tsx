import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { safeWords } from "./safe-words.ts";

/** One line about its child, on hover and on focus. It never carries what cannot be known otherwise. */
export function Tooltip({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-sm bg-ink px-2 py-1 text-xs text-page shadow-overlay animate-appear"
        >
          {safeWords(text)}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function TooltipScope({ children }: { readonly children: ReactNode }): ReactNode {
  return <Radix.Provider delayDuration={350}>{children}</Radix.Provider>;
}
