import { defineSituationSection } from "./define-section.ts";
import { minuteIn } from "./minute-in.ts";

/** The minute, never the second, and only in tier 3 (M53). */
export const timestamp = defineSituationSection({
  name: "timestamp",
  source: "clock and organization.timeZone",
  render: ({ now, organization }) => {
    const { day, date, time } = minuteIn(now, organization.timeZone);
    return `Now: ${day} ${date} ${time} (${organization.timeZone})`;
  },
});
