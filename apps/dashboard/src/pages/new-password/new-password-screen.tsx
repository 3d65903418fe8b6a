import { API_LIMITS } from "@cadre/shared";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import { fieldError } from "../../api/problem.ts";
import { beSignedIn } from "../../api/session.ts";
import { useLinkToken } from "../../shell/use-link-token.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { CutLink, LonePage } from "../lone-page.tsx";

/** Where a sign-in link leads: its person chooses a new password and is signed in. */
export function NewPasswordScreen(): ReactNode {
  const token = useLinkToken();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const use = useMutation({
    mutationFn: () => call("POST /sign-in-links/use", { body: { token, password } }),
    onSuccess: async (who) => {
      beSignedIn(who);
      await navigate({ to: "/", replace: true });
    },
  });
  if (token === "") return <CutLink title="Choose a password" />;
  const passwordError = fieldError(use.error, "password");
  return (
    <LonePage title="Choose a password" subtitle="The link works once. Every other sign-in of yours ends.">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          use.mutate();
        }}
      >
        <TextField
          label="New password"
          hint={`At least ${API_LIMITS.passwordMinChars} characters. A sentence is best.`}
          type="password"
          autoComplete="new-password"
          minLength={API_LIMITS.passwordMinChars}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={passwordError}
          required
          autoFocus
        />
        {use.isError && passwordError === undefined && <ErrorState error={use.error} doing="use this link" />}
        <Button type="submit" look="primary" size="lg" isBusy={use.isPending}>
          Sign in
        </Button>
      </form>
    </LonePage>
  );
}
