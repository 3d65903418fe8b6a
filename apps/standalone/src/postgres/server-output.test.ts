import { expect, test } from "vitest";
import { explainServerOutput } from "./server-output.ts";

const said = [
  ["FATAL:  could not write to file: No space left on device", "home.disk-full"],
  ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', "postgres.port-taken"],
  ["FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use", "postgres.still-running"],
  ["FATAL:  data directory has invalid permissions: Permission denied", "home.read-only"],
  ["PANIC:  could not locate a valid checkpoint record", "home.damaged"],
  ["FATAL:  something new", "postgres.did-not-start"],
];

test.each(said)("%s is %s", (output, code) => {
  const fault = explainServerOutput(output, "/somewhere/postgres");
  expect(fault.code).toBe(code);
  expect(fault.message).toContain(output);
});
