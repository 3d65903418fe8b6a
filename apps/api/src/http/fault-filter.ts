import type { Logger } from "@cadre/server-kit";
import { type ArgumentsHost, Catch, type ExceptionFilter } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { problemOf } from "./problem-of.ts";
import { sendProblem } from "./send-problem.ts";

/** The edge: turns whatever was thrown into a problem document, and logs what is a bug with its cause. */
@Catch()
export class FaultFilter implements ExceptionFilter {
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const problem = problemOf(error);
    if (problem.status >= 500) {
      const path = request.url.split("?")[0];
      this.#log.error({ err: error, requestId: request.id, method: request.method, path }, problem.title);
    }
    sendProblem(host.switchToHttp().getResponse<FastifyReply>(), problem);
  }
}
