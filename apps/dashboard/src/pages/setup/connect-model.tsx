import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import { fieldError, explainProblem } from "../../api/problem.ts";
import { type LlmProvider, type LlmProviderTest, type LlmSettings, llmSettings } from "../../api/queries/settings.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ProviderFields } from "../settings/models/provider-fields.tsx";
import { type ProviderDraft, providerDraft, saveProvider } from "../settings/models/save-provider.ts";
import { TestResult } from "../settings/models/test-result.tsx";

const FIELDS = ["name", "baseUrl", "apiKey"];

/** Connects a provider with its key, tries it with one real call, and has every agent use it. */
export function ConnectModel({ onDone }: { readonly onDone: () => void }): ReactNode {
  const settings = useQuery(llmSettings);
  if (settings.isPending) return <SkeletonRows count={3} />;
  if (settings.isError) {
    return <ErrorState error={settings.error} doing="read the providers" onRetry={() => void settings.refetch()} />;
  }
  return <ConnectForm kinds={settings.data.kinds} onDone={onDone} />;
}

type ConnectFormProps = { readonly kinds: LlmSettings["kinds"]; readonly onDone: () => void };

function ConnectForm({ kinds, onDone }: ConnectFormProps): ReactNode {
  const [draft, setDraft] = useState<ProviderDraft>(() => providerDraft(kinds, undefined));
  const { provider, result, connect } = useConnect();
  const isSaidAtField = FIELDS.some((field) => fieldError(connect.error, field) !== undefined);
  const works = result?.outcome === "works";
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate(draft);
      }}
    >
      {!works && (
        <ProviderFields draft={draft} onChange={setDraft} kinds={kinds} provider={provider} error={connect.error} />
      )}
      <div aria-live="polite" className="flex flex-col gap-2">
        {result !== undefined && !connect.isPending && <TestResult result={result} />}
        {connect.isError && !isSaidAtField && (
          <p role="alert" className="text-sm text-bad foreign-text">
            {explainProblem(connect.error).happened}
          </p>
        )}
      </div>
      {works ? (
        <Button look="primary" size="lg" onClick={onDone}>
          Continue
        </Button>
      ) : (
        <>
          <Button type="submit" look="primary" size="lg" isBusy={connect.isPending}>
            Connect and test
          </Button>
          <Button look="quiet" onClick={onDone}>
            Later, in the settings
          </Button>
        </>
      )}
    </form>
  );
}

/** The first press connects; each later one changes what was connected, until a call works. */
function useConnect() {
  const [provider, setProvider] = useState<LlmProvider>();
  const [result, setResult] = useState<LlmProviderTest>();
  const connect = useMutation({
    mutationFn: async (draft: ProviderDraft) => {
      const saved = await saveProvider(provider, draft);
      setProvider(saved);
      const params = { llmProviderId: saved.id };
      const tested = await call("POST /settings/llm/providers/:llmProviderId/test", { params, body: {} });
      if (tested.outcome === "works") {
        await call("POST /settings/llm/default", { body: { providerId: saved.id, model: tested.model } });
      }
      setResult(tested);
    },
  });
  return { provider, result, connect };
}
