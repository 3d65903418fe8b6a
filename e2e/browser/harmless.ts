import type { Page } from "playwright-core";

/** What a page shows of texts that want to run, to load, to steer or to push: all empty where it is harmless. */
export type Harm = {
  readonly ran: boolean;
  /** Elements that load, run or steer. */
  readonly living: readonly string[];
  /** Places where marks stand that turn, hide or move what a reader sees. */
  readonly steering: readonly string[];
  /** What is wider than the place it has. */
  readonly wide: readonly string[];
  /** Controls that nobody can reach with a pointer: outside, cut off, or below something else. */
  readonly lost: readonly string[];
};

export const HARMLESS: Harm = { ran: false, living: [], steering: [], wide: [], lost: [] };

const LIVING =
  "img, script, iframe, object, embed, video, audio, link, style, base, meta, form[action], math, marquee, foreignObject, animate, set";
const CONTROLS =
  "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option], [role=switch], [role=checkbox]";
const MOST_CONTROLS = 120;

const EXAMINE = String.raw`(() => {
  const nameOf = (element) => (element.outerHTML ?? "").replace(/\s+/g, " ").slice(0, 160);
  const living = [...document.body.querySelectorAll(${JSON.stringify(LIVING)})].map(nameOf);
  for (const element of document.body.querySelectorAll("*"))
    for (const { name } of element.attributes) if (name.startsWith("on")) living.push(nameOf(element));
  for (const link of document.querySelectorAll("a[href]"))
    if (!/^(\/|#|https?:\/\/|mailto:|blob:)/.test(link.getAttribute("href"))) living.push(nameOf(link));

  const STEERING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;
  const steering = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    if (STEERING.test(node.data) && node.parentElement.closest("textarea, script, style") === null) steering.push(nameOf(node.parentElement));
  for (const element of document.body.querySelectorAll("[title], [aria-label], [placeholder], [alt], [label]"))
    for (const name of ["title", "aria-label", "placeholder", "alt", "label"])
      if (STEERING.test(element.getAttribute(name) ?? "")) steering.push(name + " of " + nameOf(element));
  if (STEERING.test(document.title)) steering.push("title");

  const isForScreenReaders = (element) => element.closest(".sr-only") !== null || element.clientWidth <= 1;
  const scrollsSideways = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  /** The innermost element that stands out of another. */
  const culpritIn = (element) => {
    const { right } = element.getBoundingClientRect();
    const isOut = (inner) => inner.getBoundingClientRect().right > right + 1 && !isForScreenReaders(inner);
    const isSeen = (inner) => {
      for (let above = inner.parentElement; above !== element; above = above.parentElement)
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(above).overflowX)) return false;
      return true;
    };
    return [...element.querySelectorAll("*")].findLast((inner) => isOut(inner) && isSeen(inner)) ?? element;
  };
  const wide = [];
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) wide.push("the page");
  for (const element of document.body.querySelectorAll("*")) {
    if (element.scrollWidth <= element.clientWidth + 1 || isForScreenReaders(element)) continue;
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (!/auto|scroll|hidden|clip/.test(overflowX)) continue;
    // What scrolls sideways on purpose is reached by the keyboard, and what ends in an ellipsis says that it goes on.
    if (scrollsSideways(element) && (element.tabIndex === 0 || element.matches("nav, [role=tablist]"))) continue;
    if (textOverflow === "ellipsis" || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)) continue;
    wide.push(element.scrollWidth + " in " + element.clientWidth + ": " + nameOf(element) + " by " + nameOf(culpritIn(element)));
  }

  const open = [...document.querySelectorAll("[role=dialog], [role=menu], [role=alertdialog], [role=listbox]")].at(-1);
  const controls = [...(open ?? document.body).querySelectorAll(${JSON.stringify(CONTROLS)})]
    .filter((control) => !control.disabled && control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isForScreenReaders(control))
    .filter((control) => getComputedStyle(control).pointerEvents !== "none" && control.closest("[inert]") === null)
    .slice(0, ${MOST_CONTROLS});
  const isWithinReach = (control, inline) => {
    control.scrollIntoView({ block: "center", inline, behavior: "instant" });
    const rects = [...control.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    return rects.some((rect) => {
      const top = Math.max(rect.top, 0);
      const y = top + (Math.min(rect.bottom, innerHeight) - top) / 2;
      // The end of a line of words may be an ellipsis: its beginning can be pressed.
      const xs = [rect.left + rect.width / 2, ...(getComputedStyle(control).display === "inline" ? [rect.left + 3] : [])];
      return xs.some((x) => {
        const hit = x < 0 || x > innerWidth ? null : document.elementFromPoint(x, y);
        if (hit === null) return false;
        const isLabel = hit.contains(control) && hit.tagName === "LABEL";
        return control.contains(hit) || isLabel || hit.closest("[data-sonner-toaster]") !== null;
      });
    });
  };
  // Columns that snap take a row back that was moved just as far as it had to be: a thumb moves it further.
  const lost = controls.filter((control) => !isWithinReach(control, "nearest") && !isWithinReach(control, "center")).map(nameOf);
  return { ran: window.__ran === true, living, steering, wide, lost };
})()`;

/** Looks at a page as it stands. */
export function harmOf(page: Page): Promise<Harm> {
  return page.evaluate<Harm>(EXAMINE);
}

/** The work of a page's main thread, in milliseconds of the processor: what else the machine does is not counted. */
export async function pageWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
}

/** Opens what is folded on a page, and waits until it is drawn. */
export async function openFolds(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (const fold of document.querySelectorAll("main details:not([open])")) fold.open = true;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  })()`);
}
