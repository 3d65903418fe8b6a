import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import { me, projects } from "../../api/queries/organization.ts";
import { taskDetail } from "../../api/queries/tasks.ts";
import { type Approval, runDetail } from "../../api/queries/work.ts";
import { ExactAction } from "../../approvals/exact-action.tsx";
import { isAtLeast } from "../../people/roles.ts";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { tellDone, tellProblem } from "../../ui/toast.tsx";
import { toolOf } from "./tool-of.ts";

/** Approves this exact action now and for the whole project from now on. Only for whoever may, and where the tool is known. */
export function AlwaysAllow({ approval }: { readonly approval: Approval }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { taskId, runId, action } = approval;
  const role = useQuery(me).data?.role ?? "viewer";
  const mayGrant = isAtLeast(role, "admin") && taskId !== null && runId !== null && action !== null;
  const task = useQuery({ ...taskDetail(taskId ?? ""), enabled: mayGrant }).data;
  const run = useQuery({ ...runDetail(runId ?? ""), enabled: mayGrant }).data;
  const tool = run === undefined || action === null ? undefined : toolOf(run.toolCalls, action);
  if (task === undefined || tool === undefined || action === null) return null;
  return (
    <>
      <Button
        size="sm"
        look="quiet"
        icon={<ShieldPlus className="size-3.5" aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Always allow…
      </Button>
      {isOpen && (
        <Question
          approval={approval}
          standing={{ projectId: task.projectId, tool, action }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type QuestionProps = {
  readonly approval: Approval;
  readonly standing: { readonly projectId: string; readonly tool: string; readonly action: string };
  readonly onClose: () => void;
};

function Question({ approval, standing, onClose }: QuestionProps): ReactNode {
  const { projectId, tool, action } = standing;
  const project = useQuery(projects).data?.data.find(({ id }) => id === projectId);
  const client = useQueryClient();
  const allow = useMutation({
    mutationFn: async () => {
      const body = { actions: [{ tool, action }] };
      await call("POST /projects/:projectId/standing-approvals", { params: { projectId }, body });
      await call("POST /approvals/:approvalId/approve", { params: { approvalId: approval.id }, body: {} });
    },
    onSuccess: () => {
      tellDone("Approved, now and from now on");
      onClose();
    },
    onError: (error) => tellProblem(error, "allow this"),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["approvals"] }),
        client.invalidateQueries({ queryKey: ["standing-approvals"] }),
      ]),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Always allow exactly this?"
      description={`In the project ${safeText(project?.name ?? "")}, for every agent, until you take it back.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={allow.isPending} onClick={() => allow.mutate()}>
            Approve and always allow
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>
          <code className="font-mono text-xs foreign-text">{safeText(tool)}</code> may then do this without asking,
          character by character. Anything that differs by one character asks again.
        </p>
        <ExactAction text={action} />
      </div>
    </Dialog>
  );
}
