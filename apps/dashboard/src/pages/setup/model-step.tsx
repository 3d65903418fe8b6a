import { FlaskConical, Sparkles } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConnectModel } from "./connect-model.tsx";

const CHOICES = [
  {
    id: "simulated",
    icon: FlaskConical,
    title: "Simulated model",
    text: "Needs no key and costs nothing. It truly uses the tools, but follows a script.",
  },
  {
    id: "real",
    icon: Sparkles,
    title: "A real model",
    text: "With your provider's key, and a daily limit that holds before each call.",
  },
] as const;

type Choice = (typeof CHOICES)[number]["id"];

/** Which model the agents use. The simulated one runs already; a provider's key is tried before it is relied on. */
export function ModelStep({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [choice, setChoice] = useState<Choice>("simulated");
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Model</legend>
        {CHOICES.map(({ id, icon: Icon, title, text }) => (
          <label
            key={id}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="model"
              value={id}
              checked={choice === id}
              onChange={() => setChoice(id)}
              className="mt-1 accent-accent"
            />
            <Icon className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden />
            <span>
              <span className="block text-sm font-medium">{title}</span>
              <span className="block text-sm text-soft">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {choice === "real" ? (
        <ConnectModel onDone={onDone} />
      ) : (
        <Button look="primary" size="lg" onClick={onDone}>
          Continue
        </Button>
      )}
    </div>
  );
}
