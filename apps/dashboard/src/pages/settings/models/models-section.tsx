import { useQuery } from "@tanstack/react-query";
import { Cpu, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { llmSettings } from "../../../api/queries/settings.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { ModelChoices } from "./model-choices.tsx";
import { ProviderDialog } from "./provider-dialog.tsx";
import { ProviderRow } from "./provider-row.tsx";

/** Which providers are connected, whether they work, and which model each agent uses. */
export function ModelsSection(): ReactNode {
  const settings = useQuery(llmSettings);
  const [isConnecting, setIsConnecting] = useState(false);
  if (settings.isPending) return <SkeletonRows count={5} />;
  if (settings.isError) {
    return <ErrorState error={settings.error} doing="read the models" onRetry={() => void settings.refetch()} />;
  }
  const { providers, kinds } = settings.data;
  const connect = (
    <Button
      size="sm"
      look="primary"
      icon={<Plus className="size-3.5" aria-hidden />}
      onClick={() => setIsConnecting(true)}
    >
      Connect a provider
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <Card title="Providers" padding="flush" actions={providers.length > 0 && connect}>
        {providers.length === 0 && (
          <EmptyState icon={<Cpu className="size-7" aria-hidden />} title="No provider is connected" action={connect}>
            Agents use what the installation's environment says, or the simulated model, which costs nothing and does
            not think.
          </EmptyState>
        )}
        <ul>
          {providers.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} kinds={kinds} />
          ))}
        </ul>
      </Card>
      {providers.length > 0 && <ModelChoices settings={settings.data} />}
      {isConnecting && <ProviderDialog kinds={kinds} provider={undefined} onClose={() => setIsConnecting(false)} />}
    </div>
  );
}
