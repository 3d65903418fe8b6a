import type { Page } from "playwright-core";

/** Scrolls what a selector names by so many steps of 600 pixels, one for each frame. Answers the longest task of the page meanwhile, in milliseconds. */
export function scrollBy(page: Page, selector: string, steps: number): Promise<number> {
  return page.evaluate<number>(`(async () => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    observer.observe({ entryTypes: ["longtask"] });
    const scroller = document.querySelector(${JSON.stringify(selector)});
    for (let step = 0, still = 0; step < ${steps} && still < 30; step += 1) {
      const before = scroller.scrollTop;
      scroller.scrollTop += 600;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 8)));
      still = scroller.scrollTop === before ? still + 1 : 0;
    }
    observer.disconnect();
    return longest;
  })()`);
}
