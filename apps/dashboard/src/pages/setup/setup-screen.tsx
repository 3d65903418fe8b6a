import { Navigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { isWaitingForOwner } from "../../shell/setup-state.ts";
import { useSearchWords } from "../../shell/use-search-words.ts";
import { LonePage } from "../lone-page.tsx";
import { AccountStep } from "./account-step.tsx";
import { BeginStep } from "./begin-step.tsx";
import { ModelStep } from "./model-step.tsx";
import { NoToken } from "./no-token.tsx";
import { StepLine } from "./step-line.tsx";

const STEPS = ["You", "Models", "Begin"] as const;

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
  const { token } = useSearchWords();
  const [step, setStep] = useState(0);
  const [apiKey, setApiKey] = useState<string>();
  if (apiKey === undefined && !isWaitingForOwner()) return <Navigate to="/sign-in" replace />;
  if (apiKey === undefined && (token === undefined || token === "")) return <NoToken />;
  const text = TEXTS[step] ?? TEXTS[0];
  return (
    <LonePage title={text.title} subtitle={text.subtitle}>
      <StepLine steps={STEPS} current={step} />
      {step === 0 && (
        <AccountStep
          token={token ?? ""}
          onDone={(key) => {
            setApiKey(key);
            setStep(1);
          }}
        />
      )}
      {step === 1 && <ModelStep onDone={() => setStep(2)} />}
      {step === 2 && <BeginStep apiKey={apiKey ?? ""} />}
    </LonePage>
  );
}
