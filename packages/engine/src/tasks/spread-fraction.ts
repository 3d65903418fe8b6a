import { createHash } from "node:crypto";

const STEPS = 2 ** 32;

/** A number from 0 to 1 that is the same for the same id and spread evenly over ids: jitter without chance, so that tests replay. */
export function spreadFraction(id: string): number {
  return createHash("sha256").update(id).digest().readUInt32BE(0) / STEPS;
}
