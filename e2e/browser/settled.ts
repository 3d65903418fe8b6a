import type { Page } from "playwright-core";

/** Frames in a row without anything that is being loaded: what was read may lead to more that has to be read. */
const STILL_FRAMES = 3;
const WAIT_MS = 60_000;

/** The page is there, and nothing is being loaded any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor();
  await nothingLoads(page);
}

/** Nothing is being loaded any more, whether or not the page could be shown. Throws when that takes too long. */
export async function nothingLoads(page: Page): Promise<void> {
  const isStill = await page.evaluate<boolean>(`new Promise((resolve) => {
    const end = performance.now() + ${WAIT_MS};
    let still = 0;
    const look = () => {
      const loading = [...document.querySelectorAll('[role=status][aria-label="Loading"]')];
      still = loading.some((each) => each.checkVisibility()) ? 0 : still + 1;
      if (still > ${STILL_FRAMES} || performance.now() > end) resolve(still > ${STILL_FRAMES});
      else requestAnimationFrame(look);
    };
    look();
  })`);
  if (!isStill) throw new Error(`${page.url()} still loads something after ${WAIT_MS / 1_000} s.`);
}

/** Nothing on the page changes any more for a while. */
export async function standsStill(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const end = performance.now() + ${WAIT_MS};
    let changed = performance.now();
    const observer = new MutationObserver(() => (changed = performance.now()));
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const look = () => {
      const now = performance.now();
      if (now - changed < ${milliseconds} && now < end) return void requestAnimationFrame(look);
      observer.disconnect();
      resolve();
    };
    look();
  })`);
}
