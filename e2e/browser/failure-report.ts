import type { BrowserContext, Page, Request } from "playwright-core";

/** So much is kept of what a browser did last. */
const MOST_LINES = 60;
const MOST_LINE_CHARS = 300;
const MOST_TEXT_CHARS = 2_500;
/** A page that hangs cannot be asked: for what must not hang, never for speed. */
const ASK_MS = 10_000;

const EVENT_LINE = "/api/v1/events";

type Watched = {
  readonly context: BrowserContext;
  readonly lines: string[];
  /** The event line of each page that has one of its own, as it stands. */
  readonly eventLines: Map<Page, string>;
};

const watched = new Set<Watched>();
const began = performance.now();

/** Keeps in mind what a browser does, until it is closed, in case a test fails. */
export function watchForFailures(context: BrowserContext): void {
  const own: Watched = { context, lines: [], eventLines: new Map() };
  const note = (line: string): void => {
    own.lines.push(`${atNow()} ${line.replaceAll(/\s+/g, " ").slice(0, MOST_LINE_CHARS)}`);
    if (own.lines.length > MOST_LINES) own.lines.shift();
  };
  const noteLine = (request: Request, state: string): void => {
    const page = pageOf(request);
    if (page !== undefined && request.url().endsWith(EVENT_LINE)) own.eventLines.set(page, `${state} ${atNow()}`);
  };
  watched.add(own);
  context.once("close", () => watched.delete(own));
  context.on("request", (request) => noteLine(request, "asked for"));
  context.on("response", (response) => {
    const request = response.request();
    noteLine(request, `answered with ${response.status()}`);
    if (response.url().includes("/api/v1/")) note(`${request.method()} ${pathOf(request)} ${response.status()}`);
  });
  context.on("requestfinished", (request) => noteLine(request, "ended"));
  context.on("requestfailed", (request) => {
    const { errorText = "" } = request.failure() ?? {};
    noteLine(request, `broken (${errorText})`);
    note(`${request.method()} ${pathOf(request)} failed: ${errorText}`);
  });
  context.on("console", (message) => note(`console ${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => note(`script error: ${error.error().message}`));
}

/** What every open browser did last and what its pages show; empty when none is open. */
export async function failureReport(): Promise<string> {
  const parts = [...watched].map(async ({ context, lines, eventLines }, index) => {
    const pages = await Promise.all(context.pages().map((page) => pageReport(page, eventLines.get(page))));
    return [`Browser ${index + 1}, ${atNow()} after the file began:`, ...pages, "What it did last:", ...lines].join(
      "\n  ",
    );
  });
  return (await Promise.all(parts)).join("\n");
}

async function pageReport(page: Page, eventLine = "none of its own"): Promise<string> {
  const asked = page.evaluate<{ readonly words: string; readonly fields: readonly string[] }>(SHOWN);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ASK_MS, undefined));
  const shown = await Promise.race([asked, late]).catch((error: unknown) => ({ words: String(error), fields: [] }));
  const { words, fields } = shown ?? { words: `no answer within ${ASK_MS / 1_000} s`, fields: [] };
  return [
    `Page ${page.url()}`,
    `event line: ${eventLine}`,
    `fields: ${fields.join(" · ").slice(0, MOST_TEXT_CHARS)}`,
    `shows: ${words.slice(0, MOST_TEXT_CHARS)}`,
  ].join("\n    ");
}

/** The words of a page, of what lies over it first, and what stands in its fields and which buttons cannot be pressed; no passwords. */
const SHOWN = String.raw`(() => {
  const wordsOf = (element) => (element.innerText ?? "").replace(/\s+/g, " ").trim();
  const over = [...document.querySelectorAll("[role=dialog], [role=alertdialog], [data-sonner-toast]")].map(wordsOf);
  const fields = [...document.querySelectorAll("input, textarea, select")].map((field) => {
    const name = field.labels?.[0]?.innerText ?? field.getAttribute("aria-label") ?? field.name;
    return name.slice(0, 40) + "=" + (field.type === "password" ? field.value.length + " letters" : field.value.slice(0, 80));
  });
  const dead = [...document.querySelectorAll("button:disabled")].map((button) => "disabled: " + wordsOf(button).slice(0, 40) + (button.ariaBusy === "true" ? " (busy)" : ""));
  return { words: [...over, wordsOf(document.querySelector("main") ?? document.body)].join(" | "), fields: [...fields, ...dead] };
})()`;

function atNow(): string {
  return `+${((performance.now() - began) / 1_000).toFixed(2)} s`;
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${pathname}${search}`;
}

/** What a worker asks for is of no page. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}
