import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./class-names.ts";
import { safeText } from "../text/safe-text.ts";
import { safeWords } from "./safe-words.ts";

type DialogProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly width?: "sm" | "md" | "lg";
};

const WIDTHS = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-3xl" } as const;

/**
 * A window over the page: centred where there is room, a sheet from below on a phone. Its title may be anybody's words: of a long one the
 * beginning is shown, so that what the window is for keeps its place.
 */
export function Dialog({ isOpen, onOpenChange, width = "md", ...rest }: DialogProps): ReactNode {
  // One window may lie over another.
  const description = useId();
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim animate-appear" />
        <Radix.Content
          aria-describedby={rest.description === undefined ? undefined : description}
          className={cx(
            "fixed z-50 flex flex-col bg-raised shadow-overlay animate-rise outline-none",
            "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl",
            "sm:inset-auto sm:left-1/2 sm:top-[12vh] sm:max-h-[76vh] sm:w-full sm:-translate-x-1/2 sm:rounded-lg",
            WIDTHS[width],
          )}
        >
          <header className="flex items-start gap-3 border-b border-line px-4 py-3">
            <div className="min-w-0 flex-1 pt-1">
              <Radix.Title className="line-clamp-3 text-base font-semibold foreign-text">
                {safeText(rest.title)}
              </Radix.Title>
              {rest.description !== undefined && (
                <p id={description} className="mt-0.5 line-clamp-6 text-sm text-soft foreign-text">
                  {safeWords(rest.description)}
                </p>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X className="size-4" aria-hidden />} />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">{rest.children}</div>
          {rest.footer !== undefined && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
              {rest.footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
