import { setupEndpoints } from "@cadre/contracts";
import { type EngineDeps, setUp } from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** The first owner and organization, with the token that the first start printed. */
@Controller()
export class SetupController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(setupEndpoints.create)
  async create(_: undefined, { body }: In<typeof setupEndpoints.create>) {
    const { organization, personId, apiKey } = await setUp(this.#deps, body);
    return { organization, person: { personId, name: body.name, email: body.email, role: "owner" as const }, apiKey };
  }
}
