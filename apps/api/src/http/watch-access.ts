import { isFault, type Fault } from "@cadre/shared";

export type AccessWatch = {
  /** Whether the reader still may; throws a fault when not. */
  readonly check: () => Promise<boolean>;
  readonly everyMs: number;
  readonly close: () => void;
};

const REFUSALS: readonly Fault["kind"][] = ["unauthenticated", "forbidden", "not-found"];

/**
 * Looks now and then whether the reader of an open stream still may read it, and closes the stream when not: who was signed out or
 * removed must not hear on. A look that fails for another reason, such as a lost database, closes nothing. Returns how to stop.
 */
export function watchAccess({ check, everyMs, close }: AccessWatch): () => void {
  const look = async (): Promise<void> => {
    try {
      if (!(await check())) close();
    } catch (error) {
      if (isFault(error) && REFUSALS.includes(error.kind)) close();
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
