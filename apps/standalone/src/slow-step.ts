import { SUPERVISOR_LIMITS } from "@cadre/shared";

/** Waits for a step of the start; one that takes longer than two seconds says so, once. */
export async function slowStep<T>(label: string, print: (line: string) => void, step: Promise<T>): Promise<T> {
  const timer = setTimeout(() => print(`${label} …`), SUPERVISOR_LIMITS.slowStepMs);
  try {
    return await step;
  } finally {
    clearTimeout(timer);
  }
}
