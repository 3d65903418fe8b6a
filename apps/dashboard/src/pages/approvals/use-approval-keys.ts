import { useShortcut } from "../../shell/use-shortcut.ts";

const CARD = "[data-approval]";

type ApprovalKeys = {
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
  /** How many are selected: then A and R mean all of them. */
  readonly selected: number;
};

/** J and K go from card to card, X selects, A approves and R rejects the selected ones, or the one that has the focus. */
export function useApprovalKeys({ toggle, clear, selected }: ApprovalKeys): void {
  useShortcut("j", () => step(1));
  useShortcut("k", () => step(-1));
  useShortcut("x", () => {
    const id = focusedCard()?.dataset["approval"];
    if (id !== undefined) toggle(id);
  });
  useShortcut("a", () => press(selected, "approve"));
  useShortcut("r", (event) => {
    // The letter would be the first of the comment.
    event.preventDefault();
    press(selected, "reject");
  });
  useShortcut("escape", clear);
}

function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(CARD) ?? null;
}

function step(by: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>(CARD)];
  const focused = focusedCard();
  const next = focused === null ? cards[0] : cards[cards.indexOf(focused) + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function press(selected: number, decision: "approve" | "reject"): void {
  const place = selected > 0 ? document.querySelector("[data-approval-batch]") : focusedCard();
  place?.querySelector<HTMLElement>(`[data-decision=${decision}]`)?.click();
}
