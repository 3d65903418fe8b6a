import { agentEndpoints, beatEndpoints, teamEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  countBeats,
  createAgent,
  createTeam,
  deleteAgent,
  deleteTeam,
  type EngineDeps,
  getAgent,
  getTeam,
  listAgentRevisions,
  listAgents,
  listDailyLog,
  listMailbox,
  listTeams,
  pauseAgent,
  restoreAgent,
  resumeAgent,
  updateAgent,
  updateTeam,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { wholeList } from "../http/whole-list.ts";

/** Agents, their teams, their mail and their beats. */
@Controller()
export class AgentsController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(teamEndpoints.list)
  listTeams(actor: Actor, { query }: In<typeof teamEndpoints.list>) {
    return listTeams(this.#deps, actor, query);
  }

  @UseEndpoint(teamEndpoints.create)
  createTeam(actor: Actor, { body }: In<typeof teamEndpoints.create>) {
    return createTeam(this.#deps, actor, body);
  }

  @UseEndpoint(teamEndpoints.get)
  getTeam(actor: Actor, { params }: In<typeof teamEndpoints.get>) {
    return getTeam(this.#deps, actor, params);
  }

  @UseEndpoint(teamEndpoints.update)
  updateTeam(actor: Actor, { params, body, version }: In<typeof teamEndpoints.update>) {
    return updateTeam(this.#deps, actor, { ...params, version, change: body });
  }

  @UseEndpoint(teamEndpoints.delete)
  async deleteTeam(actor: Actor, { params }: In<typeof teamEndpoints.delete>) {
    await deleteTeam(this.#deps, actor, params);
    return undefined;
  }

  @UseEndpoint(agentEndpoints.list)
  list(actor: Actor, { query }: In<typeof agentEndpoints.list>) {
    return listAgents(this.#deps, actor, query);
  }

  @UseEndpoint(agentEndpoints.create)
  create(actor: Actor, { body }: In<typeof agentEndpoints.create>) {
    return createAgent(this.#deps, actor, body);
  }

  @UseEndpoint(agentEndpoints.get)
  get(actor: Actor, { params }: In<typeof agentEndpoints.get>) {
    return getAgent(this.#deps, actor, params);
  }

  @UseEndpoint(agentEndpoints.update)
  update(actor: Actor, { params, body, version }: In<typeof agentEndpoints.update>) {
    return updateAgent(this.#deps, actor, { ...params, version, change: body });
  }

  @UseEndpoint(agentEndpoints.listRevisions)
  listRevisions(actor: Actor, { params, query }: In<typeof agentEndpoints.listRevisions>) {
    return listAgentRevisions(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(agentEndpoints.listDailyLog)
  listDailyLog(actor: Actor, { params, query }: In<typeof agentEndpoints.listDailyLog>) {
    return listDailyLog(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(agentEndpoints.restore)
  restore(actor: Actor, { params, body, version }: In<typeof agentEndpoints.restore>) {
    return restoreAgent(this.#deps, actor, { ...params, ...body, version });
  }

  @UseEndpoint(agentEndpoints.delete)
  async delete(actor: Actor, { params }: In<typeof agentEndpoints.delete>) {
    await deleteAgent(this.#deps, actor, params);
    return undefined;
  }

  @UseEndpoint(agentEndpoints.pause)
  pause(actor: Actor, { params }: In<typeof agentEndpoints.pause>) {
    return pauseAgent(this.#deps, actor, params);
  }

  @UseEndpoint(agentEndpoints.resume)
  resume(actor: Actor, { params }: In<typeof agentEndpoints.resume>) {
    return resumeAgent(this.#deps, actor, params);
  }

  @UseEndpoint(agentEndpoints.mailbox)
  mailbox(actor: Actor, { params }: In<typeof agentEndpoints.mailbox>) {
    return listMailbox(this.#deps, actor, params);
  }

  @UseEndpoint(beatEndpoints.list)
  listBeats(actor: Actor, { query }: In<typeof beatEndpoints.list>) {
    return wholeList(countBeats(this.#deps, actor, query));
  }

  @UseEndpoint(beatEndpoints.listOfAgent)
  async listBeatsOfAgent(actor: Actor, { params, query }: In<typeof beatEndpoints.listOfAgent>) {
    await getAgent(this.#deps, actor, params);
    return wholeList(countBeats(this.#deps, actor, { ...params, ...query }));
  }
}
