import { SIMULATOR_LIMITS } from "@cadre/shared";

/** One request the simulator received, and how it ended so far. */
export type LoggedRequest = {
  readonly requestId: string;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly model: string | undefined;
  readonly body: unknown;
  /** Undefined while nothing was answered: a hang, a reset, a delay. */
  status: number | undefined;
};

/** The newest requests, oldest first; older ones are forgotten, the count is not. */
export class RequestLog {
  readonly #requests: LoggedRequest[] = [];
  #total = 0;

  add(request: LoggedRequest): void {
    this.#total += 1;
    this.#requests.push(request);
    if (this.#requests.length > SIMULATOR_LIMITS.requestsRemembered) this.#requests.shift();
  }

  get total(): number {
    return this.#total;
  }

  all(): readonly LoggedRequest[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests.length = 0;
    this.#total = 0;
  }
}
