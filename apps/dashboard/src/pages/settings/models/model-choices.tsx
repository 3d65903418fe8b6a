import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { type Agent, agents } from "../../../api/queries/organization.ts";
import { type LlmChoice, type LlmSettings, llmSettings } from "../../../api/queries/settings.ts";
import { ActorName } from "../../../people/actor-name.tsx";
import { safeText } from "../../../text/safe-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";
import { ModelDialog } from "./model-dialog.tsx";

/** Which model everybody uses, and who uses another one. */
export function ModelChoices({ settings }: { readonly settings: LlmSettings }): ReactNode {
  const agentList = useQuery(agents).data?.data ?? [];
  return (
    <Card title="Which model is used" padding="flush">
      <ul>
        <ChoiceRow settings={settings} agent={undefined} choice={settings.defaultChoice} />
        {agentList.map((agent) => (
          <ChoiceRow
            key={agent.id}
            settings={settings}
            agent={agent}
            choice={settings.agents.find(({ agentId }) => agentId === agent.id) ?? null}
          />
        ))}
      </ul>
    </Card>
  );
}

type ChoiceRowProps = {
  readonly settings: LlmSettings;
  /** Undefined: everybody without a choice of their own. */
  readonly agent: Agent | undefined;
  readonly choice: LlmChoice | null;
};

function ChoiceRow({ settings, agent, choice }: ChoiceRowProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const choose = useChoose(agent, () => setIsOpen(false));
  const provider = settings.providers.find(({ id }) => id === choice?.providerId);
  const name = safeText(agent?.name ?? "The organization");
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 text-sm last:border-0">
      <span className="w-28 min-w-0 shrink-0 truncate sm:w-36 font-medium">
        {agent === undefined ? "Organization" : <ActorName kind="agent" id={agent.id} />}
      </span>
      <span className="min-w-24 flex-1 truncate text-soft">
        {choice === null
          ? agent === undefined
            ? "As the installation's environment says, else simulated"
            : "As the organization"
          : `${safeText(choice.model)} · ${safeText(provider?.name ?? "")}`}
      </span>
      {choice !== null && (
        <Button
          size="sm"
          look="quiet"
          aria-label={`Clear the choice: ${name}`}
          isBusy={choose.isPending}
          onClick={() => choose.mutate(null)}
        >
          Clear
        </Button>
      )}
      <Button size="sm" aria-label={`Choose a model: ${name}`} onClick={() => setIsOpen(true)}>
        Choose…
      </Button>
      {isOpen && (
        <ModelDialog
          title={`A model for ${agent === undefined ? "the organization" : name}`}
          settings={settings}
          choice={choice}
          isBusy={choose.isPending}
          onClose={() => setIsOpen(false)}
          onChoose={(next) => choose.mutate(next)}
        />
      )}
    </li>
  );
}

function useChoose(agent: Agent | undefined, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: LlmChoice | null) =>
      agent === undefined ? setDefault(choice) : setForAgent(agent.id, choice),
    onSuccess: (settings) => {
      client.setQueryData(llmSettings.queryKey, settings);
      tellDone("It holds from the next call on");
      onDone();
    },
    onError: (error) => tellProblem(error, "choose this model"),
  });
}

function setDefault(choice: LlmChoice | null): Promise<LlmSettings> {
  return choice === null
    ? call("DELETE /settings/llm/default", {})
    : call("POST /settings/llm/default", { body: choice });
}

function setForAgent(agentId: string, choice: LlmChoice | null): Promise<LlmSettings> {
  return choice === null
    ? call("DELETE /settings/llm/agents/:agentId", { params: { agentId } })
    : call("POST /settings/llm/agents/:agentId", { params: { agentId }, body: choice });
}
