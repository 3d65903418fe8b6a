import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";

type Input = Readonly<Record<string, unknown>>;
type Result = { readonly text: string; readonly isError?: boolean };

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  file_read: ["path", "offset", "limit"],
  file_write: ["path", "content"],
  file_edit: ["path", "old_string", "new_string"],
  list_directory: ["path", "depth"],
  glob_find: ["pattern", "path"],
  grep_search: ["pattern", "path", "include"],
  shell_execute: ["command", "cwd", "timeout_ms"],
  task_create: [
    "title",
    "description",
    "priority",
    "assigned_agent_id",
    "reviewer_id",
    "reviewer_type",
    "project_id",
    "blocked_by",
    "parent_task_id",
    "acceptance_checks",
  ],
  task_list: ["status"],
  task_get: ["task_id", "full"],
  task_update: ["task_id", "status", "note"],
  task_note: ["task_id", "note"],
  task_comment: ["task_id", "content"],
  subtask_create: ["task_id", "title"],
  subtask_complete: ["subtask_id"],
  subtask_cancel: ["subtask_id", "reason"],
  subtask_list: ["task_id"],
  task_submit_review: ["task_id", "summary", "deliverables", "known_issues"],
  request_user_approval: ["title", "description", "options", "allow_freeform"],
  notify_user: ["title", "body", "priority", "related_task_id"],
  agent_list_colleagues: [],
};

export function toolSpecs(names: readonly string[] = Object.keys(PARAMETERS)): Anthropic.Tool[] {
  return names.map((name) => ({
    name,
    description: name,
    input_schema: {
      type: "object",
      properties: Object.fromEntries((PARAMETERS[name] ?? []).map((property) => [property, { type: "string" }])),
    },
  }));
}

/** A place to work in for tests: tools that truly write files and run commands in a temporary folder, and a small task board. */
export class Office {
  readonly folder = mkdtempSync(join(tmpdir(), "cadre-office-"));
  readonly comments: string[] = [];
  readonly updates: { readonly status: string; readonly note: string }[] = [];
  readonly submits: Input[] = [];
  readonly created: Input[] = [];
  readonly notices: string[] = [];
  readonly subtasks: { readonly id: string; readonly title: string; status: "pending" | "completed" | "cancelled" }[] =
    [];
  /** Every call that ran, in order. */
  readonly calls: string[] = [];
  status = "in_progress";
  /** What the tool answers instead of running; undefined lets it run. */
  intercept: (name: string, input: Input) => Result | undefined = () => undefined;

  run(name: string, input: Input): Result {
    this.calls.push(name);
    return this.intercept(name, input) ?? this.#run(name, input);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), content);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(name: string, input: Input): Result {
    const text = (property: string): string => {
      const value = input[property];
      return typeof value === "string" ? value : "";
    };
    switch (name) {
      case "file_read":
      case "read_file":
        return this.#ofFile(text("path"), (content) => ({
          text: content === "" ? `[${text("path")} is empty.]` : content,
        }));
      case "file_write":
      case "write_file":
        this.write(text("path"), text("content"));
        return { text: `Wrote ${text("path")}: ${Buffer.byteLength(text("content"))} bytes.` };
      case "file_edit":
        return this.#edit(text("path"), text("old_string"), text("new_string"));
      case "list_directory":
        return { text: readdirSync(join(this.folder, text("path"))).join("\n") };
      case "grep_search":
        return this.#ofFile(text("path"), (content) => this.#grep(content, text("path"), text("pattern")));
      case "shell_execute":
      case "run_command": {
        const ran = spawnSync("sh", ["-c", text("command")], { cwd: this.folder, encoding: "utf8" });
        return { text: `${ran.stdout}${ran.stderr}exit code: ${ran.status}` };
      }
      default:
        return this.#board(name, input, text);
    }
  }

  #board(name: string, input: Input, text: (property: string) => string): Result {
    switch (name) {
      case "task_comment":
      case "post_comment":
        this.comments.push(text("content") || text("body"));
        return { text: "Comment added." };
      case "task_update":
        this.updates.push({ status: text("status"), note: text("note") });
        this.status = text("status");
        return { text: `DEMO-1 is now ${text("status")}.` };
      case "task_get":
        return { text: `id: ${text("task_id")}\nkey: DEMO-1\nstatus: ${this.status}` };
      case "task_create":
        this.created.push(input);
        return { text: `Created.\nid: tsk_child${this.created.length}\nkey: DEMO-${this.created.length + 1}` };
      case "agent_list_colleagues":
        return { text: COLLEAGUES };
      case "subtask_create":
        this.subtasks.push({ id: `sub_${this.subtasks.length + 1}`, title: text("title"), status: "pending" });
        return { text: `Added the subtask sub_${this.subtasks.length}.` };
      case "subtask_complete":
        for (const subtask of this.subtasks) if (subtask.id === text("subtask_id")) subtask.status = "completed";
        return { text: "Completed." };
      case "subtask_cancel":
        for (const subtask of this.subtasks) if (subtask.id === text("subtask_id")) subtask.status = "cancelled";
        return { text: "Cancelled." };
      case "subtask_list":
        return { text: this.subtasks.map(({ id, title, status }) => `- [${status}] ${title} (${id})`).join("\n") };
      case "task_submit_review":
      case "submit_for_review":
        if (this.subtasks.some(({ status }) => status === "pending")) {
          return { text: "Refused: there are open subtasks.", isError: true };
        }
        this.submits.push(input);
        this.status = "review";
        return { text: "Submitted for review." };
      case "notify_user":
        this.notices.push(text("body"));
        return { text: "Told." };
      case "request_user_approval":
        return { text: "approved" };
      default:
        return { text: `There is no tool named ${name}.`, isError: true };
    }
  }

  #ofFile(path: string, use: (content: string) => Result): Result {
    try {
      return use(this.read(path));
    } catch {
      return { text: `${path} does not exist.`, isError: true };
    }
  }

  #edit(path: string, before: string, after: string): Result {
    return this.#ofFile(path, (content) => {
      if (!content.includes(before)) return { text: `old_string does not stand in ${path}.`, isError: true };
      this.write(
        path,
        content.replace(before, () => after),
      );
      return { text: `Edited ${path}.` };
    });
  }

  #grep(content: string, path: string, pattern: string): Result {
    const found = content
      .split("\n")
      .flatMap((line, at) => (new RegExp(pattern).test(line) ? [`${path}:${at + 1}: ${line}`] : []));
    return { text: found.length > 0 ? found.join("\n") : `No line in ${path} matches ${pattern}.` };
  }
}

const COLLEAGUES = `Team Numbers
- Mara (agt_mara), manager (you): plans and delegates
- Ada (agt_ada), worker: data engineering, javascript
- Bo (agt_bo), worker: writing
- Rita (agt_rita), worker: reviewer of the team`;
