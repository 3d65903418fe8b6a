const WIDTH = 9;

/** Prints what was found: lines for a person, or one JSON document for a program. */
export function printReport(results, form) {
  const failures = results.filter(({ status }) => status === "failed").length;
  if (form === "json") {
    process.stdout.write(`${JSON.stringify({ ok: failures === 0, checks: results })}\n`);
    return;
  }
  for (const { check, status, found, fix } of results) {
    process.stdout.write(`${status.padEnd(WIDTH)} ${check.padEnd(WIDTH + 2)} ${found}\n`);
    if (fix !== undefined) process.stdout.write(`${" ".repeat(2 * WIDTH + 4)}fix: ${fix}\n`);
  }
  const warnings = results.filter(({ status }) => status === "warning").length;
  process.stdout.write(
    `\n${results.length} checks, ${warnings} ${warnings === 1 ? "warning" : "warnings"}, ${failures} failed\n`,
  );
}
