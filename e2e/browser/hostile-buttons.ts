import type { Page } from "playwright-core";

const BUTTONS =
  "button, select, input[type=checkbox], input[type=radio], [role=tab], [role=menuitem], [role=menuitemradio], [role=switch], [role=checkbox], [role=radio], [role=option]";
/** Whatever lies over the page. */
const DIALOGS = "[role=dialog], [role=alertdialog]";
const LAYERS = `${DIALOGS}, [role=menu]`;
/** What hangs on its button, which stands elsewhere on a phone. */
const HANGING = "[data-radix-popper-content-wrapper] *";
/** Whatever lies over the page and stays in its middle. */
export const WINDOWS = DIALOGS.split(", ")
  .map((dialog) => `${dialog}:not(${HANGING})`)
  .join(", ");

/** Lines of a card that open, and rows of a list, are all alike: the first few stand for the others. */
const MOST_FOLDS = 3;
const MOST_ROWS = 3;
const MOST_FOCUS_FRAMES = 60;

/** The first words of a name tell one kind of button from another, whatever thing it is about. */
const PROBE = String.raw`(() => {
  const wordsOf = (element) => element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText ?? "";
  const nameOf = (element) => wordsOf(element).replace(/\s+/g, " ").replace(/\d[\d.,]*k?/g, "9").trim().slice(0, 18);
  const layers = [...document.querySelectorAll(${JSON.stringify(LAYERS)})].filter((layer) => layer.dataset.state !== "closed");
  const scope = layers.at(-1) ?? document;
  const isThere = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.getAttribute("aria-disabled") !== "true" &&
    element.closest("[inert], [data-sonner-toaster]") === null && (element.role !== "tab" || element.ariaSelected !== "true") &&
    (element.tagName !== "SELECT" || element.options.length > 1);
  const all = [...scope.querySelectorAll(${JSON.stringify(BUTTONS)})];
  const shown = all.filter(isThere).filter((button) => !/^(Close|Cancel|Keep as it is)$/.test(nameOf(button)));
  const isFold = (button) => button.hasAttribute("aria-expanded") && !button.hasAttribute("aria-haspopup");
  const isInShell = (button) => layers.length === 0 && button.closest("main") === null;
  const kindOf = (button) => {
    if (button.matches("select, input")) return (button.type === "select-one" ? "choice " : button.type + " ") + nameOf(button);
    if (!isFold(button)) return nameOf(button);
    const card = button.closest("section") ?? scope;
    const alike = shown.filter((other) => isFold(other) && (other.closest("section") ?? scope) === card);
    return "fold " + Math.min(alike.indexOf(button) + 1, ${MOST_FOLDS}) + " of " + (card === document ? "page" : nameOf(card.querySelector("h2") ?? card));
  };
  const rows = new Map();
  /** Which place a button has in its row, and by what names it is found there. */
  const isOneOfFew = (button) => {
    const row = button.closest("li, tr, article, label, [role=option]");
    if (row === null || isFold(button)) return true;
    const group = button.closest("[cmdk-group]")?.innerText.slice(0, 18);
    const place = [button.tagName, button.className, all.filter((other) => row.contains(other)).indexOf(button), group].join(" ");
    const names = rows.get(place) ?? new Set();
    rows.set(place, names);
    if (names.size < ${MOST_ROWS}) names.add(nameOf(button));
    return names.has(nameOf(button));
  };
  const buttons = shown.filter(isOneOfFew);
  // Each tab of a page has its own, and what stands above the tabs is there with all of them.
  const tab = new URLSearchParams(location.search).get("tab");
  const placeOf = (button) => (layers.length > 0 ? "" : isInShell(button) ? "shell " : tab !== null && button.closest("[role=tabpanel]") !== null ? tab + ": " : "");
  const keys = buttons.map((button) => placeOf(button) + kindOf(button));
  const state = [location.pathname + location.search, ...layers.map((layer) => layer.role + " " + nameOf(layer.querySelector("h2") ?? layer))];
  return { state, layers: layers.length, keys, buttons, scope };
})()`;

export type Probe = { readonly state: readonly string[]; readonly layers: number; readonly keys: readonly string[] };

/** What stands on a page, and what can be pressed in the topmost window of it. */
export function probe(page: Page): Promise<Probe> {
  return page.evaluate<Probe>(
    `(() => { const { state, layers, keys } = ${PROBE}; return { state, layers, keys }; })()`,
  );
}

/**
 * Gives every field of the topmost window, or of the page, something else than it has: what its form wants where it is empty, and the words
 * that have to be typed before something is destroyed. Points at each card, which has more to press then.
 */
export function fillForms(page: Page): Promise<void> {
  return page.evaluate(`(() => {
    const { scope } = ${PROBE};
    const words = { email: "grace@example.com", url: "https://example.com/", password: "a long sentence", "datetime-local": "2031-01-01T10:00" };
    for (const field of scope.querySelectorAll("input:not([type=checkbox]):not([type=radio]):not([type=search]):not([role=combobox]), textarea")) {
      const asked = /^Type (.*) to confirm$/s.exec(field.labels?.[0]?.innerText.trim() ?? "")?.[1];
      const isKnown = field.value !== "" && field.type !== "text" && field.type !== "textarea";
      if (field.dataset.changed === "yes" || isKnown || field.disabled || field.readOnly) continue;
      field.dataset.changed = "yes";
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
      set.call(field, asked ?? words[field.type] ?? (field.value + " words").trim());
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    for (const card of scope.querySelectorAll("[data-task]")) card.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  })()`);
}

/** Presses a button as the keyboard does; chooses another of a list, and ticks a box, as a pointer does. Answers whether it was there. */
export async function press(page: Page, key: string): Promise<boolean> {
  // Menus and windows that open or close move the focus a moment later.
  const how = await page.evaluate<"not" | "done" | "focused">(`(async () => {
    const { keys, buttons, layers } = ${PROBE};
    const button = buttons[keys.indexOf(${JSON.stringify(key)})];
    if (button?.tagName === "SELECT") {
      button.selectedIndex = (button.selectedIndex + 1) % button.options.length;
      button.dispatchEvent(new Event("change", { bubbles: true }));
      return "done";
    }
    if (button?.matches("input, [role=option]")) return button.click(), "done";
    let held = 0;
    for (let frames = 0; button !== undefined && held < 2 && frames < ${MOST_FOCUS_FRAMES}; frames += 1) {
      held = document.activeElement === button ? held + 1 : 0;
      if (held === 0) button.focus();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    if (held === 2) return "focused";
    // A tab does what it does as soon as it has the focus, and may open a question.
    return button !== undefined && ${PROBE}.layers > layers ? "done" : "not";
  })()`);
  if (how === "focused") await page.keyboard.press("Enter");
  return how !== "not";
}
