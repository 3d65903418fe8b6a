import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { watchForFailures } from "./failure-report.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser of this machine, or undefined: then the browser tests are skipped. */
export const CHROMIUM = PLACES.find((path) => existsSync(path));

export const SCREENS = {
  desktop: { viewport: { width: 1360, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;
export type Screen = keyof typeof SCREENS;

export type Browser = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser complained about: errors of scripts, and what the page's policy refused. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

/** Limits for what must not hang, never for speed: a machine with other work on it may be many times slower than a free one. */
const START_MS = 120_000;
const WAIT_MS = 60_000;

/** Opens a browser with a profile of its own. */
export async function openBrowser(baseURL: string, screen: Screen = "desktop"): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "cadre-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM ?? "",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    baseURL,
    timeout: START_MS,
    reducedMotion: "reduce",
    ...SCREENS[screen],
  });
  context.setDefaultTimeout(WAIT_MS);
  watchForFailures(context);
  const complaints: string[] = [];
  const watch = (page: Page): void => {
    page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      // A refused request is an answer of the API, which the pages show.
      const isAnswer = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isAnswer) complaints.push(`${page.url()}: ${message.text()}`);
    });
  };
  context.on("page", watch);
  const page = context.pages()[0] ?? (await context.newPage());
  watch(page);
  return {
    context,
    page,
    complaints,
    async close() {
      await context.close();
      // The browser's last processes may still write into it.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
