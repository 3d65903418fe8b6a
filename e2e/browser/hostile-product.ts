import type { Page } from "playwright-core";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import type { OpenApi } from "./answer-fields.ts";
import { type Browser, openBrowser, type Screen, SCREENS } from "./chromium.ts";
import { type Harm, harmOf, HARMLESS } from "./harmless.ts";
import { fillAnswers, type HostileAnswers } from "./hostile-answers.ts";
import { playStory, setUpProduct, startProduct, type StoryTask } from "./product.ts";
import { nothingLoads } from "./settled.ts";
import { signIn } from "./sign-in.ts";

// By name, since the compiler of these tests does not read what is written for browsers.
const DASHBOARD = "../../apps/dashboard/src/pages";
const { PAGES }: { readonly PAGES: readonly { readonly path: string; readonly access: string }[] } = await import(
  `${DASHBOARD}/pages.ts`
);
const { SECTIONS }: { readonly SECTIONS: readonly { readonly id: string }[] } = await import(
  `${DASHBOARD}/settings/sections.ts`
);

/** Views of the pages that have several. The first is the page without words in its address. */
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  "/board": ["", "?view=list"],
  "/approvals": ["", "?tab=decided", "?tab=standing"],
  "/agents": ["", "?view=list"],
  "/tasks/$taskId": ["", "?tab=result", "?tab=talk", "?tab=history"],
  "/agents/$agentId": ["", "?tab=texts", "?tab=feedback", "?tab=schedule", "?tab=settings", "?tab=runs"],
  "/runs/$runId": ["", "?tab=calls", "?tab=journal", "?tab=context"],
  "/sessions/$sessionId": ["", "?tab=history", "?tab=next", "?tab=others"],
};

/** The real product after its story, whose answers to a browser can be filled with anything. */
export type HostileProduct = {
  readonly machine: ThrowAwayMachine;
  readonly owner: ApiClient;
  readonly story: StoryTask;
  readonly document: OpenApi;
  /** Each page and view of somebody who is signed in. */
  readonly addresses: readonly string[];
  readonly browser: Browser;
  readonly page: Page;
  readonly answers: HostileAnswers;
  /** Whoever else was asked for something. */
  readonly strangers: readonly string[];
  /** Windows of the browser itself that opened. */
  readonly dialogs: readonly string[];
  end(): Promise<void>;
};

/** Stands still after the story, unless it is told to go on. */
export async function openHostileProduct({ goesOn = false } = {}): Promise<HostileProduct> {
  const machine = await startProduct();
  const owner = await setUpProduct(machine);
  const story = await playStory(owner);
  if (!goesOn) await owner.post("/organization/emergency-stop", {});
  const document = (await (await fetch(`${machine.url}/api/openapi.json`)).json()) as OpenApi;
  const browser = await openBrowser(machine.url);
  const { page } = browser;
  const strangers: string[] = [];
  const dialogs: string[] = [];
  browser.context.on("request", (request) => {
    if (!request.url().startsWith(machine.url) && !/^(blob|data):/.test(request.url())) strangers.push(request.url());
  });
  browser.context.on("dialog", (dialog) => {
    // A draft asks whether it may be left: that is ours.
    if (dialog.type() === "beforeunload") return void dialog.accept();
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const answers = await fillAnswers(browser.context, document);
  await signIn(page);
  const addresses = await addressesOf(owner, story);
  const end = async (): Promise<void> => {
    await browser.close();
    await machine.end();
  };
  return { machine, owner, story, document, addresses, browser, page, answers, strangers, dialogs, end };
}

async function addressesOf(owner: ApiClient, story: StoryTask): Promise<string[]> {
  const tasks = await owner.all<{ id: string }>("/tasks");
  const details = await Promise.all(
    tasks.map(({ id }) => owner.get<{ id: string; submits: readonly unknown[] }>(`/tasks/${id}`)),
  );
  const sentBack = details.find(({ submits }) => submits.length > 1);
  if (sentBack === undefined) throw new Error("No task of the story was sent back: nothing compares its rounds.");
  const runs = await owner.all<{ id: string; sessionId: string | null; status: string }>(`/tasks/${story.id}/runs`);
  const run = runs.find(({ sessionId, status }) => sessionId !== null && status === "succeeded");
  const ids: Readonly<Record<string, readonly (string | undefined | null)[]>> = {
    taskId: [story.id],
    agentId: [story.assigneeId],
    runId: [run?.id],
    sessionId: [run?.sessionId],
    section: SECTIONS.map(({ id }) => id),
  };
  const pages = PAGES.filter(({ access }) => access === "signed-in").flatMap(({ path }) => {
    const name = /\$(\w+)/.exec(path)?.[1];
    const values = name === undefined ? [""] : ids[name];
    if (values === undefined) throw new Error(`${path} needs ${name}: say here which ones this walk opens.`);
    const views = VIEWS[path] ?? [""];
    return values.flatMap((value) => views.map((view) => `${path.replace(`$${name}`, value ?? "")}${view}`));
  });
  return [...pages, `/tasks/${sentBack.id}?tab=result`];
}

const MOST_LOOKS = 4;

function isHarmless(harm: Harm): boolean {
  return JSON.stringify(harm) === JSON.stringify(HARMLESS);
}

function isOnlyPushed({ wide, lost, ...others }: Harm): boolean {
  return wide.length + lost.length > 0 && isHarmless({ ...HARMLESS, ...others });
}

/** Nothing ran, loads, steers or pushes, on a wide screen and on a phone's. Answers what is not so. */
export async function harmHere(
  page: Page,
  what: string,
  screens: readonly Screen[] = ["desktop", "phone"],
): Promise<unknown[]> {
  const found: unknown[] = [];
  const before = page.viewportSize() ?? SCREENS.desktop.viewport;
  for (const screen of screens) {
    await page.setViewportSize(SCREENS[screen].viewport);
    await nothingLoads(page);
    let harm = await harmOf(page);
    // What still moves is looked at again: a push is one that stays.
    for (let looks = 1; looks < MOST_LOOKS && isOnlyPushed(harm); looks += 1) {
      await nothingLoads(page);
      harm = await harmOf(page);
    }
    if (!isHarmless(harm)) found.push({ what, screen, ...harm });
  }
  await page.setViewportSize(before);
  return found;
}
