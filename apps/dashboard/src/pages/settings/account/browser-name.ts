import { safeText } from "../../../text/safe-text.ts";

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const;
const MOST_CHARS = 60;

/** A browser as people call it; what calls itself something else is shown by its own beginning. */
export function browserName(userAgent: string): string {
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser === undefined) return safeText(userAgent).slice(0, MOST_CHARS) || "Unknown";
  return system === undefined ? browser : `${browser} on ${system}`;
}
