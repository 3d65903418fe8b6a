import type { ComponentProps, ReactNode } from "react";
import { Tabs } from "../ui/tabs.tsx";
import { useSearchWords, useSetSearchWords } from "./use-search-words.ts";

type AddressTabsProps = Pick<ComponentProps<typeof Tabs>, "label" | "tabs">;

/** Tabs of which the address says the chosen one; the first is chosen where it says none. */
export function AddressTabs({ label, tabs }: AddressTabsProps): ReactNode {
  const words = useSearchWords();
  const set = useSetSearchWords();
  const first = tabs[0]?.id ?? "";
  const chosen = tabs.find(({ id }) => id === words["tab"])?.id ?? first;
  return <Tabs label={label} tabs={tabs} chosen={chosen} onChoose={(id) => set({ tab: id === first ? "" : id })} />;
}
