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
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const path = request.url.split("?")[0] ?? "";
    const problem = problemOf(error);
    if (problem.code === "request.no-such-route") return this.#refuseAddress(host, { path, problem });
    if (problem.status >= 500) {
      this.#log.error({ err: error, requestId: request.id, method: request.method, path }, problem.title);
    }
    sendProblem(host.switchToHttp().getResponse<FastifyReply>(), problem);
  }

  /** Nothing is there, or it answers to other methods. */
  #refuseAddress(host: ArgumentsHost, { path, problem }: { readonly path: string; readonly problem: Problem }): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const allowed = this.#allowedMethods(path);
    if (allowed.length === 0) return sendProblem(reply, problem);
    void reply.header("allow", allowed.join(", "));
    return sendProblem(reply, methodProblem(allowed));
  }
}
