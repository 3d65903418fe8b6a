import { type EngineDeps, isSetUp } from "@cadre/engine";
import { Controller, Get, Inject, Res } from "@nestjs/common";
import type { FastifyReply } from "fastify";
import { ApiContext } from "../http/api-context.ts";
import { readPage, sendPage } from "./html-page.ts";

const HOME = readPage("home.html");
const NOT_SET_UP = readPage("not-set-up.html");
const SETUP = readPage("setup.html");

/** The few pages that the API serves itself. */
@Controller()
export class PagesController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @Get("/")
  async home(@Res() reply: FastifyReply): Promise<void> {
    sendPage(reply, (await isSetUp(this.#deps)) ? HOME : NOT_SET_UP);
  }

  @Get("/setup")
  async setup(@Res() reply: FastifyReply): Promise<void> {
    sendPage(reply, (await isSetUp(this.#deps)) ? HOME : SETUP);
  }
}
