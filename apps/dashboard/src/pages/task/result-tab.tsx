import { PackageCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { safeText } from "../../text/safe-text.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DeliverableRow } from "./deliverable-row.tsx";
import { RoundCard } from "./round-card.tsx";

/** What came of it: deliverables, then each round with its checks and its verdict. */
export function ResultTab({ task }: { readonly task: TaskDetail }): ReactNode {
  const newest = newestOf(task.deliverables);
  if (task.submits.length === 0 && newest.length === 0) return <NothingYet task={task} />;
  return (
    <div className="flex flex-col gap-4">
      {newest.length > 0 && (
        <Card title="Deliverables" padding="flush">
          <ul>
            {newest.map((deliverable) => (
              <DeliverableRow key={deliverable.id} deliverable={deliverable} />
            ))}
          </ul>
        </Card>
      )}
      {task.submits.map((submit, index) => (
        <RoundCard key={submit.id} submit={submit} before={task.submits[index + 1]} isNewest={index === 0} />
      ))}
    </div>
  );
}

function NothingYet({ task }: { readonly task: TaskDetail }): ReactNode {
  return (
    <EmptyState icon={<PackageCheck className="size-7" aria-hidden />} title="Nothing was submitted yet">
      {task.checks.length > 0 ? (
        <>
          It will be checked on the server:
          <ul className="mt-2 text-left">
            {task.checks.map((check) => (
              <li key={check.id} className="foreign-text">
                · {safeText(check.name)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        "Files, checks and the verdict of each round stand here once its agent submits."
      )}
    </EmptyState>
  );
}

/** The newest version of each deliverable. */
function newestOf(deliverables: TaskDetail["deliverables"]): TaskDetail["deliverables"] {
  const byReference = new Map<string, TaskDetail["deliverables"][number]>();
  for (const each of deliverables) {
    const known = byReference.get(each.reference);
    if (known === undefined || known.version < each.version) byReference.set(each.reference, each);
  }
  return [...byReference.values()];
}
