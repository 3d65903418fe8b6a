import { FlaskConical, Sparkles } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyBlock } from "../../ui/copy-block.tsx";

const COMMAND = "CADRE_MODEL_PROVIDER=anthropic ANTHROPIC_API_KEY=… CADRE_SPEND_LIMIT_USD=5 npm start";

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

/** Which model the agents use. The simulated one runs already; a key can come now or later. */
export function ModelStep({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [choice, setChoice] = useState<"simulated" | "real">("simulated");
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Model</legend>
        {CHOICES.map(({ id, icon: Icon, title, text }) => (
          <label
            key={id}
            className="flex cursor-pointer gap-3 rounded-md border border-line p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
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
      {choice === "real" && (
        <div className="flex flex-col gap-2 text-sm">
          <p>Start Cadre with the key; your work so far is kept:</p>
          <CopyBlock text={COMMAND} label="Command" />
        </div>
      )}
      <Button type="submit" look="primary" size="lg" className="mt-2">
        {choice === "simulated" ? "Continue" : "Continue, and add the key later"}
      </Button>
    </form>
  );
}
