/** Milliseconds of processor time that a piece of work takes in this thread: what else the machine does is not counted. */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
