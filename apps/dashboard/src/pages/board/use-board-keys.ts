import { useShortcut } from "../../shell/use-shortcut.ts";
import type { Selection } from "../../tasks/use-selection.ts";

const CARD = "[data-task]";

/** J and K, arrows, M, X and Esc on cards and rows. */
export function useBoardKeys(selection: Selection): void {
  useShortcut("j", () => step(1));
  useShortcut("k", () => step(-1));
  useShortcut("l", () => stepColumn(1));
  useShortcut("h", () => stepColumn(-1));
  useShortcut("m", (event) => {
    event.preventDefault();
    openMenu();
  });
  useShortcut("x", () => press("[data-select]"));
  useShortcut("escape", () => selection.clear());
}

function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(CARD) ?? null;
}

/** To the next card of the same list; the first one when none has the focus. */
function step(by: 1 | -1): void {
  const card = focusedCard();
  const list = card?.closest("[data-task-list]") ?? document.querySelector("[data-task-list]:has([data-task])");
  const cards = [...(list?.querySelectorAll<HTMLElement>(CARD) ?? [])].sort(
    (one, other) => orderOf(one) - orderOf(other),
  );
  const at = card === null ? -1 : cards.indexOf(card);
  focusCard(cards[card === null ? 0 : at + by]);
}

/** To the neighbouring list, about as far down. */
function stepColumn(by: 1 | -1): void {
  const card = focusedCard();
  if (card === null) return step(1);
  const lists = [...document.querySelectorAll("[data-task-list]:has([data-task])")];
  const own = card.closest("[data-task-list]");
  const next = own === null ? undefined : lists[lists.indexOf(own) + by];
  const top = card.getBoundingClientRect().top;
  const cards = [...(next?.querySelectorAll<HTMLElement>(CARD) ?? [])];
  const distance = (each: HTMLElement): number => Math.abs(each.getBoundingClientRect().top - top);
  focusCard(cards.sort((one, other) => distance(one) - distance(other))[0]);
}

function focusCard(card: HTMLElement | undefined): void {
  card?.querySelector<HTMLElement>("a")?.focus();
  card?.scrollIntoView({ block: "nearest" });
}

function press(selector: string): void {
  focusedCard()?.querySelector<HTMLElement>(selector)?.click();
}

/** A menu opens on the press of its button, not on a click that has no pointer. */
function openMenu(): void {
  const button = focusedCard()?.querySelector<HTMLElement>("[data-move-menu]");
  button?.focus();
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
}

/** Rows that scroll are drawn in no particular order. */
function orderOf(card: HTMLElement): number {
  return Number(card.dataset["order"] ?? 0);
}
