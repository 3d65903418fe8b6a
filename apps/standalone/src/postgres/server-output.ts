import { Fault, SUPERVISOR_LIMITS } from "@cadre/shared";

type Explanation = { readonly sign: RegExp; readonly code: string; readonly message: (folder: string) => string };

const EXPLANATIONS: readonly Explanation[] = [
  {
    sign: /No space left on device/,
    code: "home.disk-full",
    message: (folder) => `The disk of ${folder} is full. Free some space and start again; committed work is safe.`,
  },
  {
    sign: /could not bind|Address already in use/,
    code: "postgres.port-taken",
    message: () => "The port of the embedded database was taken by another program.",
  },
  {
    sign: /pre-existing shared memory block|lock file "[^"]*" already exists/,
    code: "postgres.still-running",
    message: (folder) =>
      `Another database server still uses ${folder}. Wait a moment and start again, or end it by hand.`,
  },
  {
    sign: /[Pp]ermission denied/,
    code: "home.read-only",
    message: (folder) => `The database server may not use ${folder}. Give it to the account that runs Cadre.`,
  },
  {
    sign: /could not (open|read|locate)|invalid (primary )?checkpoint|PANIC|incorrect checksum|database files are incompatible/,
    code: "home.damaged",
    message: (folder) =>
      `The database in ${folder} is damaged and does not start. Restore it from a backup; or, to begin anew, move the folder away and start again.`,
  },
];

/** Says in one sentence why the server did not come up; its last lines stay attached. */
export function explainServerOutput(output: string, folder: string): Fault {
  const tail = output.trim().split("\n").slice(-SUPERVISOR_LIMITS.postgresLogTailLines).join("\n");
  const known = EXPLANATIONS.find(({ sign }) => sign.test(output));
  return new Fault("unavailable", known?.code ?? "postgres.did-not-start", {
    message: `${known?.message(folder) ?? `The embedded database in ${folder} did not start.`} The server said:\n${tail}`,
    details: { tail },
  });
}
