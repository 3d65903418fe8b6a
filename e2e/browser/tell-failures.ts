import { beforeEach } from "vitest";
import { failureReport } from "./failure-report.ts";

/** For what must not hang, never for speed. */
const TELL_MS = 60_000;

// A failure is told with what the browsers did and showed, since nobody saw it.
beforeEach(({ onTestFailed }) => {
  onTestFailed(async ({ task }) => {
    const report = await failureReport();
    if (report !== "") console.error(`"${task.name}" failed.\n${report}`);
  }, TELL_MS);
});
