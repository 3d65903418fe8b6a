import type { Json, JsonObject } from "@cadre/shared";
import type { OfferedTool } from "../policy.ts";
import type { ToolCall } from "./script.ts";

/** What a tool is for: its usual names, and for each argument the property names a schema may use for it. */
type Capability = {
  readonly names: RegExp;
  readonly args: Readonly<Record<string, readonly string[]>>;
};

const TASK = ["task_id", "taskId"];
const PATH = ["path", "file_path", "filename", "file"];

const CAPABILITIES = {
  write: { names: /^(file_write|write_file|create_file)$/, args: { path: PATH, content: ["content", "text", "body"] } },
  edit: {
    names: /^(file_edit|edit_file|str_replace)$/,
    args: { path: PATH, before: ["old_string", "old", "search"], after: ["new_string", "new", "replace"] },
  },
  read: { names: /^(file_read|read_file|read)$/, args: { path: PATH } },
  list: { names: /^(list_directory|list_dir|ls)$/, args: { path: [...PATH, "directory"] } },
  grep: {
    names: /^(grep_search|grep|search_text)$/,
    args: { pattern: ["pattern", "query"], path: [...PATH, "directory"] },
  },
  run: { names: /^(shell_execute|run_command|bash|shell|exec)$/, args: { command: ["command", "cmd", "script"] } },
  comment: {
    names: /^(task_comment|post_comment|comment)$/,
    args: { taskId: TASK, text: ["content", "body", "text", "comment"] },
  },
  update: {
    names: /^(task_update|update_task)$/,
    args: { taskId: TASK, status: ["status"], note: ["note", "comment", "reason"] },
  },
  submit: {
    names: /^(task_submit_review|submit_for_review|submit)$/,
    args: {
      taskId: TASK,
      summary: ["summary", "message"],
      deliverables: ["deliverables"],
      knownIssues: ["known_issues"],
    },
  },
  getTask: { names: /^(task_get|get_task)$/, args: { taskId: TASK } },
  listTasks: { names: /^(task_list|list_tasks)$/, args: { search: ["search", "query"] } },
  createTask: {
    names: /^(task_create|create_task)$/,
    args: {
      title: ["title"],
      description: ["description"],
      priority: ["priority"],
      assignee: ["assigned_agent_id", "assignee_id"],
      reviewer: ["reviewer_id"],
      reviewerType: ["reviewer_type"],
      projectId: ["project_id"],
      blockedBy: ["blocked_by"],
      parentTaskId: ["parent_task_id"],
      checks: ["acceptance_checks"],
    },
  },
  colleagues: { names: /^(agent_list_colleagues|list_colleagues|team_list)$/, args: {} },
  createSubtask: { names: /^(subtask_create|create_subtask)$/, args: { taskId: TASK, title: ["title"] } },
  completeSubtask: { names: /^(subtask_complete|complete_subtask)$/, args: { subtaskId: ["subtask_id"] } },
  cancelSubtask: {
    names: /^(subtask_cancel|cancel_subtask)$/,
    args: { subtaskId: ["subtask_id"], reason: ["reason"] },
  },
  listSubtasks: { names: /^(subtask_list|list_subtasks)$/, args: { taskId: TASK } },
  approve: { names: /^request_user_approval$/, args: { title: ["title"], description: ["description"] } },
  notify: {
    names: /^notify_user$/,
    args: { title: ["title"], body: ["body", "message"], taskId: ["related_task_id"] },
  },
} as const satisfies Record<string, Capability>;

export type CapabilityName = keyof typeof CAPABILITIES;

/** The offered tools by what they are for. A call uses only properties which the tool's schema has. */
export class Toolbox {
  readonly #tools: readonly OfferedTool[];

  constructor(tools: readonly OfferedTool[]) {
    this.#tools = tools;
  }

  has(name: CapabilityName): boolean {
    return this.#find(name) !== undefined;
  }

  /** A call of the tool for this, or undefined when none is offered. Arguments left undefined are left out. */
  call(name: CapabilityName, args: Readonly<Record<string, Json | undefined>>): ToolCall | undefined {
    const tool = this.#find(name);
    if (tool === undefined) return undefined;
    const spelled: Readonly<Record<string, readonly string[]>> = CAPABILITIES[name].args;
    const input: Record<string, Json> = {};
    for (const [argument, value] of Object.entries(args)) {
      const property = spelled[argument]?.find((candidate) => tool.properties.includes(candidate));
      if (property !== undefined && value !== undefined) input[property] = value;
    }
    return { name: tool.name, input: input satisfies JsonObject };
  }

  #find(name: CapabilityName): OfferedTool | undefined {
    return this.#tools.find((tool) => CAPABILITIES[name].names.test(tool.name));
  }
}
