import type { Page } from "playwright-core";

/** Frames in a row without anything that is being loaded: what was read may lead to more that has to be read. */
const STILL_FRAMES = 3;

/** The page is there, and nothing is being loaded any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor();
  await nothingLoads(page);
}

/** Nothing is being loaded any more, whether or not the page could be shown. */
export async function nothingLoads(page: Page): Promise<void> {
  const loading = page.getByRole("status", { name: "Loading" });
  for (let still = 0; still < STILL_FRAMES; still += 1) {
    if ((await loading.count()) > 0) still = 0;
    await loading.first().waitFor({ state: "detached" });
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
  }
}
