import { demoEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import { type EngineDeps, previewDemo, startDemo } from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { UseEndpoint } from "../http/endpoint.decorators.ts";

/** The bundled story. */
@Controller()
export class DemoController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(demoEndpoints.preview)
  preview(actor: Actor) {
    return previewDemo(this.#deps, actor);
  }

  @UseEndpoint(demoEndpoints.start)
  start(actor: Actor) {
    return startDemo(this.#deps, actor);
  }
}
