import type { Page } from "playwright-core";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import { type Browser, openBrowser, type Screen, SCREENS } from "./chromium.ts";
import { harmOf, HARMLESS } from "./harmless.ts";
import { playStory, setUpProduct, startProduct, type StoryTask } from "./product.ts";
import { nothingLoads } from "./settled.ts";
import { signIn } from "./sign-in.ts";

/** The real product after its story, and a browser that notes whatever a text should not be able to do. */
export type HostileProduct = {
  readonly owner: ApiClient;
  readonly story: StoryTask;
  readonly browser: Browser;
  readonly page: Page;
  /** Whoever else was asked for something. */
  readonly strangers: readonly string[];
  /** Windows of the browser itself that opened. */
  readonly dialogs: readonly string[];
  end(): Promise<void>;
};

export async function openHostileProduct(): Promise<HostileProduct> {
  const machine = await startProduct();
  const owner = await setUpProduct(machine);
  const story = await playStory(owner);
  const browser = await openBrowser(machine.url);
  const { page } = browser;
  const strangers: string[] = [];
  const dialogs: string[] = [];
  browser.context.on("request", (request) => {
    if (!request.url().startsWith(machine.url) && !/^(blob|data):/.test(request.url())) strangers.push(request.url());
  });
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signIn(page);
  const end = async (): Promise<void> => {
    await browser.close();
    await machine.end();
  };
  return { owner, story, browser, page, strangers, dialogs, end };
}

/** Nothing ran, loads, steers or pushes, on a wide screen and on a phone's. Answers what is not so. */
export async function harmHere(page: Page, what: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const screen of ["desktop", "phone"] satisfies Screen[]) {
    await page.setViewportSize(SCREENS[screen].viewport);
    await nothingLoads(page);
    const harm = await harmOf(page);
    if (JSON.stringify(harm) !== JSON.stringify(HARMLESS)) found.push({ what, screen, ...harm });
  }
  await page.setViewportSize(SCREENS.desktop.viewport);
  return found;
}
