import { nextMoverEndpoints, runEndpoints, scheduleEndpoints, taskEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  assignTask,
  createTask,
  editTask,
  type EngineDeps,
  getTask,
  listNextMovers,
  listRuns,
  listTasks,
  makeTaskMove,
  previewSchedule,
  runScheduleNow,
  startNewRound,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { wholeList } from "../http/whole-list.ts";

/** Tasks, their moves, and what moves them next. */
@Controller()
export class TasksController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(taskEndpoints.list)
  list(actor: Actor, { query }: In<typeof taskEndpoints.list>) {
    return listTasks(this.#deps, actor, query);
  }

  @UseEndpoint(taskEndpoints.create)
  create(actor: Actor, { body }: In<typeof taskEndpoints.create>) {
    return createTask(this.#deps, actor, body);
  }

  @UseEndpoint(taskEndpoints.get)
  get(actor: Actor, { params }: In<typeof taskEndpoints.get>) {
    return getTask(this.#deps, actor, params);
  }

  @UseEndpoint(taskEndpoints.update)
  update(actor: Actor, { params, body, version }: In<typeof taskEndpoints.update>) {
    return editTask(this.#deps, actor, { ...body, ...params, version });
  }

  @UseEndpoint(taskEndpoints.move)
  move(actor: Actor, { params, body, version }: In<typeof taskEndpoints.move>) {
    return makeTaskMove(this.#deps, actor, { ...body, ...params, ...seen(version) });
  }

  @UseEndpoint(taskEndpoints.assign)
  assign(actor: Actor, { params, body, version }: In<typeof taskEndpoints.assign>) {
    return assignTask(this.#deps, actor, { ...body, ...params, ...seen(version) });
  }

  @UseEndpoint(taskEndpoints.startNewRound)
  startNewRound(actor: Actor, { params, body, version }: In<typeof taskEndpoints.startNewRound>) {
    return startNewRound(this.#deps, actor, { ...body, ...params, ...seen(version) });
  }

  @UseEndpoint(taskEndpoints.pauseSchedule)
  pauseSchedule(actor: Actor, { params, version }: In<typeof taskEndpoints.pauseSchedule>) {
    return editTask(this.#deps, actor, { isSchedulePaused: true, ...params, ...seen(version) });
  }

  @UseEndpoint(taskEndpoints.resumeSchedule)
  resumeSchedule(actor: Actor, { params, version }: In<typeof taskEndpoints.resumeSchedule>) {
    return editTask(this.#deps, actor, { isSchedulePaused: false, ...params, ...seen(version) });
  }

  @UseEndpoint(taskEndpoints.runScheduleNow)
  runScheduleNow(actor: Actor, { params, version }: In<typeof taskEndpoints.runScheduleNow>) {
    return runScheduleNow(this.#deps, actor, { ...params, ...seen(version) });
  }

  @UseEndpoint(runEndpoints.listOfTask)
  async listRuns(actor: Actor, { params, query }: In<typeof runEndpoints.listOfTask>) {
    await getTask(this.#deps, actor, params);
    return listRuns(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(nextMoverEndpoints.list)
  listNextMovers(actor: Actor, { query }: In<typeof nextMoverEndpoints.list>) {
    return wholeList(listNextMovers(this.#deps, actor, query));
  }

  @UseEndpoint(scheduleEndpoints.preview)
  previewSchedule(_: Actor, { body }: In<typeof scheduleEndpoints.preview>) {
    return previewSchedule(this.#deps, body);
  }
}

/** The version that the caller saw, when it said so. */
function seen(version: number | undefined): { readonly version?: number } {
  return version === undefined ? {} : { version };
}
