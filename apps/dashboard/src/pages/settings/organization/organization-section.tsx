import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../../api/call.ts";
import type { Answer, Sent } from "../../../api/endpoint-types.ts";
import { fieldError } from "../../../api/problem.ts";
import { me, organization } from "../../../api/queries/organization.ts";
import { LeaveQuestion } from "../../../documents/leave-question.tsx";
import { Overtaken } from "../../../forms/overtaken.tsx";
import { useLiveDraft } from "../../../forms/use-live-draft.ts";
import { isAtLeast } from "../../../people/roles.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { TextField } from "../../../ui/field.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";

type Organization = Answer<"GET /organization">;
type Change = NonNullable<Sent<"PATCH /organization">["body"]>;

/** Name and time zone of the organization. */
export function OrganizationSection(): ReactNode {
  const found = useQuery(organization);
  const mayChange = isAtLeast(useQuery(me).data?.role ?? "viewer", "admin");
  if (found.isPending) return <SkeletonRows count={5} />;
  if (found.isError) {
    return <ErrorState error={found.error} doing="read the organization" onRetry={() => void found.refetch()} />;
  }
  return <Form organization={found.data} mayChange={mayChange} />;
}

const LABELS = { name: "Name", timeZone: "Time zone" };

type FormProps = { readonly organization: Organization; readonly mayChange: boolean };

function Form({ organization: before, mayChange }: FormProps): ReactNode {
  const live = { name: before.name, timeZone: before.timeZone };
  const draft = useLiveDraft(live);
  const save = useSave(before);
  const bind = (field: keyof typeof live) => ({
    value: draft.values[field],
    readOnly: !mayChange,
    error: fieldError(save.error, field),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => draft.write({ [field]: target.value }),
  });
  return (
    <Card title="Organization">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(draft.change, { onSuccess: draft.saved });
        }}
      >
        <Overtaken draft={draft} live={live} labels={LABELS} words={["name", "timeZone"]} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" maxLength={200} {...bind("name")} />
          <TextField label="Time zone" hint="Days and schedules follow it." list="time-zones" {...bind("timeZone")} />
          <datalist id="time-zones">
            {Intl.supportedValuesOf("timeZone").map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
        <p className="text-sm text-soft">
          What agents read of the organization stands in{" "}
          <Link to="/settings/knowledge" className="text-accent-ink underline">
            Knowledge
          </Link>
          .
        </p>
        {mayChange && (
          <div>
            <Button type="submit" look="primary" isBusy={save.isPending} disabled={!draft.maySave}>
              Save
            </Button>
          </div>
        )}
      </form>
      <LeaveQuestion isUnsaved={draft.isChanged} />
    </Card>
  );
}

function useSave(before: Organization) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => call("PATCH /organization", { body: change, version: before.version }),
    onSuccess: (after) => {
      client.setQueryData(organization.queryKey, after);
      tellDone("The organization changed");
      return client.invalidateQueries({ queryKey: me.queryKey });
    },
    onError: (error) => {
      tellProblem(error, "change the organization");
      return client.invalidateQueries({ queryKey: organization.queryKey });
    },
  });
}
