import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { me } from "../../api/queries/organization.ts";
import { problemCode } from "../../api/problem.ts";
import { isWaitingForOwner } from "../../shell/setup-state.ts";
import { type SearchWords, useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { LonePage } from "../lone-page.tsx";
import { AccountStep } from "./account-step.tsx";
import { BeginStep } from "./begin-step.tsx";
import { ModelStep } from "./model-step.tsx";
import { NoToken } from "./no-token.tsx";
import { StepLine } from "./step-line.tsx";

const STEPS = ["You", "Models", "Begin"] as const;

/** Each step has its address, so that a page that is loaded again shows where somebody was. */
const WORDS = [undefined, "models", "begin"] as const;

const TEXTS = [
  {
    title: "Set up Cadre",
    subtitle: "You become the owner of this installation. What you enter stays on this machine.",
  },
  { title: "Who thinks?", subtitle: "You can change this at any time." },
  { title: "Everything is ready", subtitle: "See a team at work, or begin with your own." },
] as const;

/** From the link of the first start to a team at work, in three steps. */
export function SetupScreen(): ReactNode {
  const words = useSearchWords();
  const setWords = useSetSearchWords();
  // Kept apart from the address, which is another page's already while this one is left.
  const [step, setStep] = useState<Step>(() => (isWaitingForOwner() ? 0 : stepOf(words)));
  const [apiKey, setApiKey] = useState<string>();
  const goTo = (next: Step): void => {
    setStep(next);
    setWords({ token: undefined, step: WORDS[next] });
  };
  if (step === 0) {
    if (!isWaitingForOwner()) return <Navigate to="/sign-in" replace />;
    if (words["token"] === undefined || words["token"] === "") return <NoToken />;
  }
  return (
    <LonePage title={TEXTS[step].title} subtitle={TEXTS[step].subtitle}>
      <StepLine steps={STEPS} current={step} />
      {step === 0 && (
        <AccountStep
          token={words["token"] ?? ""}
          onDone={(key) => {
            setApiKey(key);
            goTo(1);
          }}
        />
      )}
      {step > 0 && (
        <OwnersOnly step={step}>
          {step === 1 && <ModelStep onDone={() => goTo(2)} />}
          {step === 2 && <BeginStep apiKey={apiKey} />}
        </OwnersOnly>
      )}
    </LonePage>
  );
}

/** The steps after the first are for whoever it made: a page that is loaded again asks who looks. */
function OwnersOnly({ step, children }: { readonly step: Step; readonly children: ReactNode }): ReactNode {
  const who = useQuery(me);
  if (who.isPending) return <SkeletonRows count={3} />;
  if (who.isError) {
    if (problemCode(who.error)?.startsWith("auth.") === true) {
      return <Navigate to="/sign-in" search={{ next: `/setup?step=${WORDS[step] ?? ""}` }} replace />;
    }
    return <ErrorState error={who.error} doing="reach Cadre" onRetry={() => void who.refetch()} />;
  }
  return who.data.role === "owner" ? children : <Navigate to="/" replace />;
}

type Step = 0 | 1 | 2;

function stepOf({ step }: SearchWords): Step {
  if (step === WORDS[2]) return 2;
  return step === WORDS[1] ? 1 : 0;
}
