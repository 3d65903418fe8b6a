import { hostname } from "node:os";
import { releaseWorkerProcess } from "@cadre/engine";
import { compose, createLogger } from "@cadre/server-kit";

export type DeadProcess = {
  readonly pid: number;
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly home: string;
};

/** Gives back the runs that a dead worker process had claimed, at once instead of when its lease runs out. */
export async function releaseClaims({ pid, ...where }: DeadProcess): Promise<void> {
  const composition = compose({
    name: "supervisor",
    ...where,
    maxConnections: 2,
    log: createLogger("supervisor", "warn"),
  });
  try {
    await releaseWorkerProcess(composition.deps, { host: hostname(), pid });
  } finally {
    await composition.close();
  }
}
