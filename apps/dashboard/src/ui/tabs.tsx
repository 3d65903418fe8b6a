import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useChosenInView } from "./use-in-view.ts";

export type Tab = { readonly id: string; readonly label: ReactNode; readonly content: ReactNode };

type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
};

/** Views of one thing, one at a time. Which one is the caller's to keep, mostly in the address. */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProps): ReactNode {
  const row = useChosenInView<HTMLDivElement>(chosen);
  return (
    <Radix.Root value={chosen} onValueChange={onChoose}>
      <Radix.List ref={row} aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="touch-target -mb-px shrink-0 border-b-2 border-transparent px-2.5 py-2 text-sm font-medium text-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="pt-4 outline-none">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
