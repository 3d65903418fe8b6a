import { useMutation } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { fieldError, problemCode } from "../../api/problem.ts";
import { signIn } from "../../api/session.ts";
import { isWaitingForOwner } from "../../shell/setup-state.ts";
import { useSearchWords } from "../../shell/use-search-words.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { LonePage } from "../lone-page.tsx";

/** Where somebody shows who they are. */
export function SignInScreen(): ReactNode {
  if (isWaitingForOwner()) return <Navigate to="/setup" replace />;
  return (
    <LonePage title="Sign in" subtitle="Welcome back.">
      <SignInForm />
      <p className="mt-4 border-t border-line pt-3 text-xs text-soft">
        Forgot the password? An owner can make a sign-in link for you, and whoever runs Cadre can make one for an owner.
      </p>
    </LonePage>
  );
}

function SignInForm(): ReactNode {
  const navigate = useNavigate();
  const next = useNext();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signingIn = useMutation({ mutationFn: signIn, onSuccess: () => navigate({ to: next, replace: true }) });
  const isWrong = problemCode(signingIn.error) === "sign-in.wrong";
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        signingIn.mutate({ email, password });
      }}
    >
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={fieldError(signingIn.error, "email")}
        required
        autoFocus
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isWrong ? fieldError(signingIn.error, "") : undefined}
        required
      />
      {signingIn.isError && !isWrong && <ErrorState error={signingIn.error} doing="sign in" />}
      <Button type="submit" look="primary" size="lg" isBusy={signingIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}

/** Where to go afterwards: an address of ours, never somebody else's. */
function useNext(): string {
  const { next } = useSearchWords();
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : "/";
}
