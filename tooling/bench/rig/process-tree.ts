import { readdirSync, readFileSync } from "node:fs";

const MICROS_PER_TICK = 10_000;
const KIB = 1_024;

/** A process and all its descendants, as they are now. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat !== undefined) parents.set(Number(name), Number(stat[1]));
  }
  const tree = [root];
  for (const member of tree) for (const [pid, parent] of parents) if (parent === member) tree.push(pid);
  return tree;
}

/** Memory that a process really adds: its own pages, and its share of those it shares. Nothing for one that is gone. */
export function pssBytes(pid: number): number {
  const line = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? "");
  return Number(line?.[1] ?? 0) * KIB;
}

/** CPU time of a process since its start and of its children that have ended, in microseconds. */
export function cpuMicrosOf(pid: number): number {
  const stat = statOf(pid);
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(stat?.[at] ?? 0), 0);
  return ticks * MICROS_PER_TICK;
}

/** What a process is, for people: its program and first argument. */
export function commandOf(pid: number): string {
  return (read(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ").trim();
}

/** The fields of `/proc/<pid>/stat` after the name, which may itself contain spaces and brackets. */
function statOf(pid: number): string[] | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** A file of `/proc`; undefined when its process ended meanwhile. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return undefined;
    throw error;
  }
}
