import type { Problem } from "@cadre/contracts";
import type { Logger } from "@cadre/server-kit";
import { type ArgumentsHost, Catch, type ExceptionFilter } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AllowedMethods } from "./allowed-methods.ts";
import { methodProblem, problemOf } from "./problem-of.ts";
import { sendProblem } from "./send-problem.ts";

/** The edge: turns whatever was thrown into a problem document, and logs what is a bug with its cause. */
@Catch()
export class FaultFilter implements ExceptionFilter {
  readonly #log: Logger;
  readonly #allowedMethods: AllowedMethods;

  constructor(log: Logger, allowedMethods: AllowedMethods) {
    this.#log = log;
    this.#allowedMethods = allowedMethods;
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const [request, reply] = host.getArgs<[FastifyRequest, FastifyReply]>();
    const problem = problemOf(error);
    if (problem.code === "request.no-such-route") return this.#refuseAddress(reply, { path: pathOf(request), problem });
    if (problem.status >= 500) {
      const { id: requestId, method } = request;
      this.#log.error({ err: error, requestId, method, path: pathOf(request) }, problem.title);
    }
    sendProblem(reply, problem);
  }

  /** Nothing is there, or it answers to other methods. */
  #refuseAddress(reply: FastifyReply, { path, problem }: { readonly path: string; readonly problem: Problem }): void {
    const allowed = this.#allowedMethods(path);
    if (allowed.length === 0) return sendProblem(reply, problem);
    void reply.header("allow", allowed.join(", "));
    return sendProblem(reply, methodProblem(allowed));
  }
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?")[0] ?? "";
}
