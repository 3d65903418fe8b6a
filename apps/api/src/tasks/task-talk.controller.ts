import { taskTalkEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  addSubtask,
  cancelSubtask,
  commentOnTask,
  completeSubtask,
  editTask,
  type EngineDeps,
  getTask,
  listSubtasks,
  noteOnTask,
  pageComments,
  pageNotes,
  pageTransitions,
} from "@cadre/engine";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";
import { wholeList } from "../http/whole-list.ts";

/** What is written on a task, its history, checklist and dependencies. */
@Controller()
export class TaskTalkController {
  readonly #deps: EngineDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.deps;
  }

  @UseEndpoint(taskTalkEndpoints.listComments)
  listComments(actor: Actor, { params, query }: In<typeof taskTalkEndpoints.listComments>) {
    return pageComments(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(taskTalkEndpoints.comment)
  comment(actor: Actor, { params, body }: In<typeof taskTalkEndpoints.comment>) {
    return commentOnTask(this.#deps, actor, { ...body, ...params });
  }

  @UseEndpoint(taskTalkEndpoints.listNotes)
  listNotes(actor: Actor, { params, query }: In<typeof taskTalkEndpoints.listNotes>) {
    return pageNotes(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(taskTalkEndpoints.note)
  note(actor: Actor, { params, body }: In<typeof taskTalkEndpoints.note>) {
    return noteOnTask(this.#deps, actor, { ...body, ...params });
  }

  @UseEndpoint(taskTalkEndpoints.listTransitions)
  listTransitions(actor: Actor, { params, query }: In<typeof taskTalkEndpoints.listTransitions>) {
    return pageTransitions(this.#deps, actor, { ...params, ...query });
  }

  @UseEndpoint(taskTalkEndpoints.listSubtasks)
  listSubtasks(actor: Actor, { params }: In<typeof taskTalkEndpoints.listSubtasks>) {
    return wholeList(listSubtasks(this.#deps, actor, params));
  }

  @UseEndpoint(taskTalkEndpoints.addSubtask)
  addSubtask(actor: Actor, { params, body }: In<typeof taskTalkEndpoints.addSubtask>) {
    return addSubtask(this.#deps, actor, { ...body, ...params });
  }

  @UseEndpoint(taskTalkEndpoints.completeSubtask)
  completeSubtask(actor: Actor, { params }: In<typeof taskTalkEndpoints.completeSubtask>) {
    return completeSubtask(this.#deps, actor, params);
  }

  @UseEndpoint(taskTalkEndpoints.cancelSubtask)
  cancelSubtask(actor: Actor, { params, body }: In<typeof taskTalkEndpoints.cancelSubtask>) {
    return cancelSubtask(this.#deps, actor, { ...body, ...params });
  }

  @UseEndpoint(taskTalkEndpoints.listDependencies)
  async listDependencies(actor: Actor, { params }: In<typeof taskTalkEndpoints.listDependencies>) {
    const { blockers, dependents } = await getTask(this.#deps, actor, params);
    return { blockers, dependents };
  }

  @UseEndpoint(taskTalkEndpoints.setDependencies)
  setDependencies(actor: Actor, { params, body, version }: In<typeof taskTalkEndpoints.setDependencies>) {
    return editTask(this.#deps, actor, { ...body, ...params, version });
  }
}
