import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { OctagonX, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { organization } from "../../../api/queries/organization.ts";
import { AgoInWords } from "../../../format/time.tsx";
import { ActorName } from "../../../people/actor-name.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";

/** Stops every agent at once, and lets them go on. */
export function StopSection(): ReactNode {
  const found = useQuery(organization);
  const [isAsked, setIsAsked] = useState(false);
  const change = useStop(() => setIsAsked(false));
  if (found.isPending) return <SkeletonRows count={2} />;
  if (found.isError) {
    return <ErrorState error={found.error} doing="read the organization" onRetry={() => void found.refetch()} />;
  }
  const { pausedAt, pausedBy } = found.data;
  if (pausedAt !== null) {
    return (
      <Card title="Emergency stop" className="border-bad">
        <div className="flex flex-col items-start gap-3 text-sm">
          <p className="font-semibold text-bad">Everything is stopped.</p>
          <p className="flex flex-wrap items-center gap-1.5 text-soft">
            Stopped <AgoInWords at={pausedAt} />
            {pausedBy !== null && (
              <>
                by <ActorName kind="person" id={pausedBy} />
              </>
            )}
          </p>
          <Button
            look="primary"
            icon={<Play className="size-4" aria-hidden />}
            isBusy={change.isPending}
            onClick={() => change.mutate("resume")}
          >
            Lift the stop
          </Button>
        </div>
      </Card>
    );
  }
  return (
    <Card title="Emergency stop">
      <div className="flex flex-col items-start gap-3 text-sm text-soft">
        <p>
          Every agent stops at once. Work under way is held where it is, no model is called, nothing more is spent,
          until somebody lifts it. Nothing is lost.
        </p>
        <Button look="danger" icon={<OctagonX className="size-4" aria-hidden />} onClick={() => setIsAsked(true)}>
          Stop everything…
        </Button>
      </div>
      <Confirm
        isOpen={isAsked}
        onOpenChange={setIsAsked}
        title="Stop every agent now?"
        confirmLabel="Stop everything"
        typeToConfirm="stop"
        isBusy={change.isPending}
        onConfirm={() => change.mutate("stop")}
      >
        <p>All work is held until an owner or admin lifts the stop.</p>
      </Confirm>
    </Card>
  );
}

function useStop(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: "stop" | "resume") =>
      wish === "stop"
        ? call("POST /organization/emergency-stop", { body: {} })
        : call("POST /organization/resume", { body: {} }),
    onSuccess: (after, wish) => {
      client.setQueryData(organization.queryKey, after);
      tellDone(wish === "stop" ? "Everything is stopped" : "Work goes on");
    },
    onError: (error, wish) => tellProblem(error, wish === "stop" ? "stop everything" : "lift the stop"),
    onSettled: () => {
      onDone();
      return client.invalidateQueries({ queryKey: ["agents"] });
    },
  });
}
