import { Controller, Get, Inject, Res } from "@nestjs/common";
import type { FastifyReply } from "fastify";
import { ApiContext } from "../http/api-context.ts";
import { openApiDocument } from "../http/openapi.ts";

/** Health, metrics and the OpenAPI document. */
@Controller()
export class HealthController {
  readonly #context: ApiContext;
  #document: string | undefined;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#context = context;
  }

  @Get("/health/live")
  live(): { status: string } {
    return { status: "live" };
  }

  @Get("/health/ready")
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ status: string; reason?: string }> {
    try {
      await this.#context.deps.database.query("select 1");
      return { status: "ready" };
    } catch (error) {
      this.#context.log.warn({ err: error }, "Not ready: the database does not answer.");
      void reply.status(503);
      return { status: "not-ready", reason: "The database does not answer." };
    }
  }

  @Get("/metrics")
  async metrics(@Res() reply: FastifyReply): Promise<void> {
    const { type, text } = await this.#context.metrics();
    await reply.header("content-type", type).send(text);
  }

  @Get("/api/openapi.json")
  async openApi(@Res() reply: FastifyReply): Promise<void> {
    this.#document ??= JSON.stringify(openApiDocument(this.#context.endpoints, this.#context.version));
    await reply.header("content-type", "application/json").send(this.#document);
  }
}
