import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { fieldError, problemCode } from "../../api/problem.ts";
import { signInWithKey } from "../../api/session.ts";
import { useSearchWords } from "../../shell/use-search-words.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { LonePage } from "../lone-page.tsx";

/** Where somebody shows who they are. */
export function SignInScreen(): ReactNode {
  return (
    <LonePage title="Sign in" subtitle="Welcome back.">
      <KeyForm />
    </LonePage>
  );
}

function KeyForm(): ReactNode {
  const navigate = useNavigate();
  const next = useNext();
  const [key, setKey] = useState("");
  const signIn = useMutation({ mutationFn: signInWithKey, onSuccess: () => navigate({ to: next, replace: true }) });
  const isRefused = problemCode(signIn.error)?.startsWith("auth.") === true;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate(key.trim());
      }}
    >
      <TextField
        label="API key"
        hint="It begins with cad_. It stays in this tab and is forgotten when you close it."
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        error={isRefused ? (fieldError(signIn.error, "") ?? undefined) : undefined}
        required
      />
      {signIn.isError && !isRefused && <ErrorState error={signIn.error} doing="sign in" />}
      <Button type="submit" look="primary" size="lg" isBusy={signIn.isPending} disabled={key.trim() === ""}>
        Sign in
      </Button>
    </form>
  );
}

/** Where to go afterwards: an address of ours, never somebody else's. */
export function useNext(): string {
  const { next } = useSearchWords();
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : "/";
}
