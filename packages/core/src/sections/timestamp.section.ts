import { defineSection } from "./define-section.ts";

/** The minute, never the second, and only in tier 3 (M53). */
export const timestamp = defineSection({
  name: "timestamp",
  source: "clock",
  render: ({ now, organization }) => `Now: ${minuteIn(now, organization.timeZone)} (${organization.timeZone})`,
});

function minuteIn(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    weekday: "long",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("weekday")} ${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}`;
}
