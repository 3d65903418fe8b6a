import type { Page } from "playwright-core";
import { openFolds } from "./harmless.ts";
import { PLAYED_ANSWERS } from "./hostile-answers.ts";
import { openRequests } from "./open-requests.ts";
import { nothingLoads } from "./settled.ts";

/** What is told after each press, and whether it asked the product to change something. */
export type Pressing = {
  readonly look: (what: string) => Promise<void>;
  /** How many changes were asked for so far. */
  readonly changes: () => number;
};

/** Windows within windows: a menu, the question it asks, and what that opens. */
const MOST_DEPTH = 3;
const MOST_FOCUS_FRAMES = 60;
/** How long what a press opens may take: for what must not hang, never for speed. */
const OPEN_MS = 15_000;

const BUTTONS =
  "button, [role=tab], [role=menuitem], [role=menuitemradio], [role=switch], [role=checkbox], [role=radio]";
/** Whatever lies over the page and stays in its middle. */
export const WINDOWS = "[role=dialog], [role=alertdialog]";
const LAYERS = `${WINDOWS}, [role=menu]`;

/** Lines of a card that open are all alike: the first few stand for the others. */
const MOST_FOLDS = 3;

/** The first words of a name tell one kind of button from another, whatever thing it is about. */
const PROBE = String.raw`(() => {
  const nameOf = (element) => (element.getAttribute("aria-label") ?? element.innerText ?? "").replace(/\s+/g, " ").replace(/\d[\d.,]*k?/g, "9").trim().slice(0, 18);
  const layers = [...document.querySelectorAll(${JSON.stringify(LAYERS)})].filter((layer) => layer.dataset.state !== "closed");
  const scope = layers.at(-1) ?? document;
  const isThere = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.getAttribute("aria-disabled") !== "true" &&
    element.closest("[inert], [data-sonner-toaster]") === null && element.ariaSelected !== "true";
  const buttons = [...scope.querySelectorAll(${JSON.stringify(BUTTONS)})].filter(isThere).filter((button) => !/^(Close|Cancel|Keep as it is)$/.test(nameOf(button)));
  const isFold = (button) => button.hasAttribute("aria-expanded") && !button.hasAttribute("aria-haspopup");
  const kindOf = (button) => {
    if (!isFold(button)) return nameOf(button);
    const card = button.closest("section") ?? scope;
    const alike = buttons.filter((other) => isFold(other) && (other.closest("section") ?? scope) === card);
    return "fold " + Math.min(alike.indexOf(button) + 1, ${MOST_FOLDS}) + " of " + (card === document ? "page" : nameOf(card.querySelector("h2") ?? card));
  };
  const keys = buttons.map((button) => (layers.length > 0 || button.closest("main") !== null ? "" : "shell ") + kindOf(button));
  const state = [location.pathname + location.search, ...layers.map((layer) => layer.role + " " + nameOf(layer) + " " + nameOf(layer.querySelector("h2") ?? layer))];
  return { state, layers: layers.length, keys, buttons, scope };
})()`;

type Probe = { readonly state: readonly string[]; readonly layers: number; readonly keys: readonly string[] };

function probe(page: Page): Promise<Probe> {
  return page.evaluate<Probe>(
    `(() => { const { state, layers, keys } = ${PROBE}; return { state, layers, keys }; })()`,
  );
}

/** Gives every field of the topmost window, or of the page, something else than it has: what its form wants where it is empty. */
function fillForms(page: Page): Promise<void> {
  return page.evaluate(`(() => {
    const { scope } = ${PROBE};
    const words = { email: "grace@example.com", url: "https://example.com/", password: "a long sentence", "datetime-local": "2031-01-01T10:00" };
    for (const field of scope.querySelectorAll("input:not([type=checkbox]):not([type=radio]):not([type=search]), textarea")) {
      const isKnown = field.value !== "" && field.type !== "text" && field.type !== "textarea";
      if (field.dataset.changed === "yes" || isKnown || field.disabled || field.readOnly) continue;
      field.dataset.changed = "yes";
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
      set.call(field, words[field.type] ?? (field.value + " words").trim());
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  })()`);
}

/** Presses a button as the keyboard does. Answers whether it was there. */
async function press(page: Page, key: string): Promise<boolean> {
  // Menus and windows that open or close move the focus a moment later.
  const isThere = await page.evaluate<boolean>(`(async () => {
    const { keys, buttons } = ${PROBE};
    const button = buttons[keys.indexOf(${JSON.stringify(key)})];
    let held = 0;
    for (let frames = 0; button !== undefined && held < 2 && frames < ${MOST_FOCUS_FRAMES}; frames += 1) {
      held = document.activeElement === button ? held + 1 : 0;
      if (held === 0) button.focus();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return held === 2;
  })()`);
  if (isThere) await page.keyboard.press("Enter");
  return isThere;
}

/** Waits until what a press led to is drawn. */
async function drawn(page: Page): Promise<void> {
  const end = performance.now() + OPEN_MS;
  await nothingLoads(page);
  while (openRequests(page).size > 0 && performance.now() < end) await nothingLoads(page);
  await openFolds(page);
  await nothingLoads(page);
}

/**
 * Presses each kind of button on a page, and in every window and menu that this opens, with its forms filled in. What a press did to the
 * page is undone before the next. What stands around the pages is left alone. `known` are the buttons that were pressed before. Answers what
 * could not be opened a second time, and so was not walked to its end.
 */
export async function pressEverything(
  page: Page,
  address: string,
  { look, changes, known }: Pressing & { readonly known: Set<string> },
): Promise<string[]> {
  // What one task's page has stands for every task's.
  const path = new URL(address, "http://any.where").pathname.replaceAll(/[a-z]+_[0-9a-z]{26}/g, ":id");
  const lost: string[] = [];

  const nameOf = (way: readonly Step[], key: string): string => {
    const keys = [...way.map((step) => step.key), key];
    return [path, ...keys].join(" › ");
  };

  const walk = async (way: readonly Step[]): Promise<void> => {
    for (;;) {
      if (!(await stand(page, address, way))) {
        // What is there because something was done is seen once.
        if (!way.some(({ isDone }) => isDone)) lost.push(way.map((step) => step.key).join(" › "));
        return;
      }
      const here = await probe(page);
      const key = here.keys.find((each) => !each.startsWith("shell ") && !known.has(nameOf(way, each)));
      if (key === undefined) return;
      known.add(nameOf(way, key));
      const before = changes();
      await pressAndLook(way, key);
      const now = await probe(page);
      const isBack = [here, ...way].some((each) => isSame(each, now));
      const isDeeper = now.layers > 0 && now.state[0] === here.state[0] && !isBack;
      if (isDeeper && way.length < MOST_DEPTH)
        await walk([...way, { key, state: now.state, isDone: changes() > before }]);
    }
  };

  /** What asks for a change is pressed until each answer to it was seen. */
  const pressAndLook = async (way: readonly Step[], key: string): Promise<void> => {
    for (let times = 0; times < PLAYED_ANSWERS; times += 1) {
      if (times > 0 && !(await stand(page, address, way))) return;
      const before = changes();
      if (!(await press(page, key))) return;
      await drawn(page);
      await look(nameOf(way, key));
      if (changes() === before) return;
    }
  };

  openRequests(page);
  await page.goto(address);
  await page.locator("main h1").first().waitFor();
  await drawn(page);
  await walk([]);
  return lost;
}

type Step = { readonly key: string; readonly state: readonly string[]; readonly isDone: boolean };

function isSame(one: Pick<Probe, "state">, other: Pick<Probe, "state">): boolean {
  return JSON.stringify(one.state) === JSON.stringify(other.state);
}

/** Stands where a way leads, with its forms filled in: at once where the page still does, otherwise from the address on. */
async function stand(page: Page, address: string, way: readonly Step[]): Promise<boolean> {
  if (!(await isAt(page, address, way.at(-1)))) {
    for (let layers = (await probe(page)).layers; layers > 0; layers -= 1) {
      await page.keyboard.press("Escape");
      await drawn(page);
      if (await isAt(page, address, way.at(-1))) return true;
    }
    if (!(await isAt(page, address, undefined))) {
      await page.goto(address);
      await page.locator("main h1").first().waitFor();
      await drawn(page);
    }
    for (const step of way) {
      await fillForms(page);
      await press(page, step.key);
      const end = performance.now() + OPEN_MS;
      while (!(await isAt(page, address, step))) {
        if (performance.now() > end) return false;
        await drawn(page);
      }
    }
  }
  await fillForms(page);
  return true;
}

async function isAt(page: Page, address: string, step: Step | undefined): Promise<boolean> {
  const { state } = await probe(page);
  return isSame({ state }, step ?? { state: [address] });
}
