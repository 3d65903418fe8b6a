import { join } from "node:path";
import { openDatabase } from "@cadre/database";
import { systemIds } from "@cadre/shared";
import { homeDatabaseUrl } from "@cadre/standalone/postgres";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";

/**
 * Writes so many tasks into the tables, each as one that was made over the API and with a title of its own: "Task number 1" and so on.
 * Making them over the API takes minutes, and is proved elsewhere.
 */
export async function writeManyTasks(
  machine: ThrowAwayMachine,
  like: { readonly taskId: string; readonly tasks: number },
): Promise<void> {
  const url = homeDatabaseUrl(join(machine.home, "home"));
  if (url === undefined) throw new Error("The machine keeps no database in its home.");
  const database = openDatabase({ url, applicationName: "many-tasks", newId: systemIds, maxConnections: 1 });
  try {
    const written = await database.query(
      `with made as (
         insert into tasks
         select (jsonb_populate_record(t, jsonb_build_object('id', 'tsk_01aaaaaaaaaaaaaaaaaa' || lpad(n::text, 6, '0'),
           'number', t.number + n, 'key', p.key || '-' || t.number + n, 'title', 'Task number ' || n,
           'created_at', t.created_at + n * interval '1 millisecond', 'updated_at', t.updated_at + n * interval '1 millisecond'))).*
         from tasks t join projects p on p.id = t.project_id, generate_series(1, $2::int) n where t.id = $1 returning project_id)
       update projects set next_task_number = next_task_number + $2 where id = (select project_id from made limit 1) returning id`,
      [like.taskId, like.tasks],
    );
    if (written.length !== 1) throw new Error(`There is no task ${like.taskId}.`);
  } finally {
    await database.close();
  }
}
