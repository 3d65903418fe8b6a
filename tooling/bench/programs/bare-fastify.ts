import fastify from "fastify";
import pg from "pg";

/**
 * The peer of the API: Fastify with schemas and nothing else. `GET /demo` answers a fixed text, `POST /tasks` validates a task and
 * inserts it with one prepared statement.
 */
const { DATABASE_URL = "", BENCH_PORT = "0", BENCH_ANSWER = "{}" } = process.env;
const answer: { description: string; commands: string[] } = JSON.parse(BENCH_ANSWER);

const id = { type: "string", minLength: 1, maxLength: 64 };
const NewTask = {
  type: "object",
  required: ["projectId", "title", "assigneeId", "reviewerId"],
  additionalProperties: false,
  properties: {
    projectId: id,
    title: { type: "string", minLength: 1, maxLength: 500 },
    description: { type: "string", maxLength: 100_000, default: "" },
    priority: { type: "string", enum: ["critical", "high", "medium", "low"], default: "medium" },
    assigneeId: id,
    reviewerKind: { type: "string", enum: ["agent", "person"], default: "agent" },
    reviewerId: id,
  },
};
type NewTask = Record<
  "projectId" | "title" | "description" | "priority" | "assigneeId" | "reviewerKind" | "reviewerId",
  string
>;

const text = { type: "string" };
const Task = {
  type: "object",
  properties: {
    id: text,
    projectId: text,
    title: text,
    description: text,
    status: text,
    priority: text,
    assigneeId: text,
    reviewerKind: text,
    reviewerId: text,
    createdAt: text,
  },
};
const Demo = { type: "object", properties: { description: text, commands: { type: "array", items: text } } };

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const server = fastify();

server.get("/demo", { schema: { response: { 200: Demo } } }, async () => answer);

let made = 0;
server.post<{ Body: NewTask }>(
  "/tasks",
  { schema: { body: NewTask, response: { 201: Task } } },
  async (request, reply) => {
    const { projectId, title, description, priority, assigneeId, reviewerKind, reviewerId } = request.body;
    const { rows } = await pool.query<{ id: string; createdAt: Date }>({
      name: "insert_task",
      text: `insert into bare_tasks (id, project_id, title, description, priority, assignee_id, reviewer_kind, reviewer_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8) returning id, created_at as "createdAt"`,
      values: [
        `tsk_${process.pid}_${(made += 1)}`,
        projectId,
        title,
        description,
        priority,
        assigneeId,
        reviewerKind,
        reviewerId,
      ],
    });
    reply.status(201);
    return { ...request.body, ...rows[0], status: "pending" };
  },
);

if (DATABASE_URL !== "") {
  await pool.query(
    `create table bare_tasks (id text primary key, project_id text not null, title text not null, description text not null,
     status text not null default 'pending', priority text not null, assignee_id text not null, reviewer_kind text not null,
     reviewer_id text not null, created_at timestamptz not null default now())`,
  );
}
await server.listen({ port: Number(BENCH_PORT), host: "127.0.0.1" });
process.send?.({ type: "ready" });
