import { availableParallelism, loadavg } from "node:os";

/** What the piece of work below takes on an ordinary machine that does nothing else, in milliseconds. */
const ORDINARY_MS = 40;
const TURNS = 20_000_000;
const MOST = 8;

/**
 * How much longer everything takes on this machine at this moment, where others want the processors as well or where they are slow: 1 on
 * an ordinary machine of one's own, at most 8: beyond that nothing is measured any more.
 */
export function share(): number {
  const wanted = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.min(MOST, Math.max(1, wanted, workMs() / ORDINARY_MS));
}

function workMs(): number {
  const begun = performance.now();
  let mixed = 1;
  for (let turn = 0; turn < TURNS; turn += 1) mixed = Math.imul(mixed ^ turn, 0x9e3779b1);
  return mixed === 0 ? 0 : performance.now() - begun;
}
