import type { Page, Request } from "playwright-core";

/** Lines that stay open as long as their page does. */
const LINES = /\/(events|stream)(\?|$)/;

const watched = new WeakMap<Page, Set<Request>>();
const parts = new WeakMap<Page, number>();

/** How many parts of its program a page asked for since it is watched. */
export function askedParts(page: Page): number {
  return parts.get(page) ?? 0;
}

/** What a page has asked for and still waits for, from the first call on: also the parts of its program that windows bring along. */
export function openRequests(page: Page): ReadonlySet<Request> {
  const known = watched.get(page);
  if (known !== undefined) return known;
  const open = new Set<Request>();
  watched.set(page, open);
  page.on("request", (request) => {
    if (request.resourceType() === "script") parts.set(page, askedParts(page) + 1);
    if (!LINES.test(request.url())) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return open;
}
