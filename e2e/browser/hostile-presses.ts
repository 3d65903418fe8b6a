import type { Page } from "playwright-core";
import { openFolds } from "./harmless.ts";
import { PLAYED_ANSWERS } from "./hostile-answers.ts";
import { fillForms, press, probe, type Probe } from "./hostile-buttons.ts";
import { askedParts, openRequests } from "./open-requests.ts";
import { nothingLoads, standsStill } from "./settled.ts";

/** What is told after each press, and whether it asked the product to change something. */
export type Pressing = {
  readonly look: (what: string) => Promise<void>;
  /** How many changes were asked for so far. */
  readonly changes: () => number;
  /** Buttons that were pressed and windows that were walked before, on any page. */
  readonly known: { readonly buttons: Set<string>; readonly windows: Set<string> };
  /** What is pressed: what is on the page, or what stands around it. */
  readonly part: "page" | "shell";
};

/** Windows within windows: a menu, the question it asks, and what that opens. */
const MOST_DEPTH = 3;
/** How long what a press opens may take: for what must not hang, never for speed. */
const OPEN_MS = 15_000;
/** What is only there because something was done is seldom there again. */
const OPEN_AGAIN_MS = 1_000;

/** A part of the program that was just read is only drawn some time after another was. */
const PART_DRAWN_MS = 500;
const drawnParts = new WeakMap<Page, number>();

/** Waits until what a press led to is drawn. */
async function drawn(page: Page): Promise<void> {
  const end = performance.now() + OPEN_MS;
  await nothingLoads(page);
  while (openRequests(page).size > 0 && performance.now() < end) await nothingLoads(page);
  if (askedParts(page) !== drawnParts.get(page)) {
    drawnParts.set(page, askedParts(page));
    await standsStill(page, PART_DRAWN_MS);
  }
  await openFolds(page);
  await nothingLoads(page);
}

type Step = {
  readonly key: string;
  readonly state: readonly string[];
  readonly isDone: boolean;
  /** What has to be pressed before it is there. */
  readonly after: string | undefined;
};

/**
 * Presses each kind of button on a page, and in every window and menu that this opens, with its forms filled in. What a press did to the
 * page is undone before the next. Answers what could not be opened a second time, and so was not walked to its end.
 */
export async function pressEverything(
  page: Page,
  address: string,
  { look, changes, known, part }: Pressing,
): Promise<string[]> {
  // What one task's page has stands for every task's.
  const path = new URL(address, "http://any.where").pathname.replaceAll(/[a-z]+_[0-9a-z]{26}/g, ":id");
  const lost: string[] = [];

  const nameOf = (way: readonly Step[], key: string): string =>
    [part === "shell" ? "shell" : path, ...way.map((step) => step.key), key].join(" › ");
  const isOurs = (way: readonly Step[], key: string): boolean =>
    (way.length > 0 || key.startsWith("shell ") === (part === "shell")) && !known.buttons.has(nameOf(way, key));

  const walk = async (way: readonly Step[]): Promise<void> => {
    const after = new Map<string, string>();
    for (;;) {
      if (!(await stand(page, address, way))) {
        // What is there because something was done is seen once.
        if (!way.some(({ isDone }) => isDone)) lost.push(way.map((step) => step.key).join(" › "));
        return;
      }
      const here = await probe(page);
      const key = here.keys.find((each) => isOurs(way, each));
      if (key === undefined) return;
      known.buttons.add(nameOf(way, key));
      const before = changes();
      await pressAndLook(way, key);
      const now = await probe(page);
      if (isSame(here, now))
        for (const each of now.keys) if (!here.keys.includes(each) && !after.has(each)) after.set(each, key);
      const isBack = [here, ...way].some((each) => isSame(each, now));
      const isDeeper = now.layers > 0 && now.state[0] === here.state[0] && !isBack;
      // What one window of a name has stands for every one's.
      const window = nameOf([], now.state.slice(1).join(" › "));
      if (!isDeeper || way.length >= MOST_DEPTH || known.windows.has(window)) continue;
      known.windows.add(window);
      await walk([...way, { key, state: now.state, isDone: changes() > before, after: after.get(key) }]);
    }
  };

  /** What asks for a change is pressed until each answer to it was seen. */
  const pressAndLook = async (way: readonly Step[], key: string): Promise<void> => {
    for (let times = 0; times < PLAYED_ANSWERS; times += 1) {
      if (times > 0 && !(await stand(page, address, way))) return;
      const before = changes();
      if (!(await press(page, key))) {
        if (times === 0) lost.push(nameOf(way, key));
        return;
      }
      await drawn(page);
      await look(nameOf(way, key));
      if (changes() === before) return;
    }
  };

  openRequests(page);
  await open(page, address);
  await walk([]);
  return lost;
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("main h1").first().waitFor();
  // Parts of a page that are not drawn yet say that they load.
  drawnParts.set(page, askedParts(page));
  await drawn(page);
}

function isSame(one: Pick<Probe, "state">, other: Pick<Probe, "state">): boolean {
  return JSON.stringify(one.state) === JSON.stringify(other.state);
}

/** Stands where a way leads, with its forms filled in: at once where the page still does, otherwise from the address on. */
async function stand(page: Page, address: string, way: readonly Step[]): Promise<boolean> {
  const isThere = (): Promise<boolean> => isAt(page, address, way.at(-1));
  for (let { layers } = await probe(page); layers > 0 && !(await isThere()); layers -= 1) {
    await page.keyboard.press("Escape");
    await drawn(page);
  }
  if (!(await isThere())) {
    const isOnPage = await isAt(page, address, undefined);
    if (!(isOnPage && (await goOn(page, address, way)))) {
      // What was done to the page may have taken the way's beginning away.
      await open(page, address);
      if (!(await goOn(page, address, way))) return false;
    }
  }
  await fillForms(page);
  await drawn(page);
  return true;
}

async function goOn(page: Page, address: string, way: readonly Step[]): Promise<boolean> {
  for (const step of way) if (!(await take(page, address, step))) return false;
  return true;
}

async function take(page: Page, address: string, step: Step): Promise<boolean> {
  await fillForms(page);
  await drawn(page);
  if (!(await press(page, step.key))) {
    if (step.after === undefined || !(await press(page, step.after))) return false;
    await drawn(page);
    if (!(await press(page, step.key))) return false;
  }
  const end = performance.now() + (step.isDone ? OPEN_AGAIN_MS : OPEN_MS);
  while (!(await isAt(page, address, step))) {
    if (performance.now() > end) return false;
    await drawn(page);
  }
  return true;
}

async function isAt(page: Page, address: string, step: Step | undefined): Promise<boolean> {
  const { state } = await probe(page);
  return isSame({ state }, step ?? { state: [address] });
}
