import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { safeText } from "../text/safe-text.ts";
import { safeWords } from "./safe-words.ts";

type MenuProps = {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: "start" | "end";
  readonly label?: string;
};

/** A list of actions that opens from its trigger. */
export function Menu({ trigger, children, align = "end", label }: MenuProps): ReactNode {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label === undefined ? undefined : safeText(label)}
          className="z-50 max-h-[70vh] min-w-48 max-w-80 overflow-y-auto rounded-md bg-raised p-1 shadow-overlay animate-rise"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type MenuItemProps = {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly hint?: ReactNode;
  readonly isChosen?: boolean;
  readonly isDisabled?: boolean;
  readonly look?: "plain" | "danger";
};

export function MenuItem({
  children,
  onSelect,
  icon,
  hint,
  isChosen,
  isDisabled,
  look = "plain",
}: MenuItemProps): ReactNode {
  return (
    <Radix.Item
      onSelect={onSelect}
      disabled={isDisabled}
      className={cx(
        "touch-target flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none select-none",
        "data-[highlighted]:bg-hover data-[disabled]:cursor-default data-[disabled]:opacity-50",
        look === "danger" ? "text-bad" : "text-ink",
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{safeWords(children)}</span>
      {isChosen === true && <Check className="size-4 text-accent-ink" aria-label="chosen" />}
      {hint !== undefined && <span className="text-xs text-faint">{safeWords(hint)}</span>}
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Radix.Label className="truncate px-2 pt-1.5 pb-1 text-2xs font-medium text-faint">
      {safeWords(children)}
    </Radix.Label>
  );
}

export function MenuSeparator(): ReactNode {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
