import { useMutation } from "@tanstack/react-query";
import { API_LIMITS } from "@cadre/shared";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import { fieldError, problemCode } from "../../api/problem.ts";
import { noteSetUp } from "../../shell/setup-state.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";

type Account = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly organizationName: string;
};

const EMPTY: Account = { name: "", email: "", password: "", organizationName: "" };

const FIELDS = [
  { name: "name", label: "Your name", type: "text", autoComplete: "name", hint: undefined },
  {
    name: "email",
    label: "E-mail",
    type: "email",
    autoComplete: "username",
    hint: "You sign in with it. Nothing is sent to it.",
  },
  {
    name: "password",
    label: "Password",
    type: "password",
    autoComplete: "new-password",
    hint: `At least ${API_LIMITS.passwordMinChars} characters. A sentence is best.`,
  },
  {
    name: "organizationName",
    label: "Name of your team or company",
    type: "text",
    autoComplete: "organization",
    hint: "It can be changed later.",
  },
] as const;

/** The first owner and the organization. Calls back with the first API key, which is shown once. */
export function AccountStep({
  token,
  onDone,
}: {
  readonly token: string;
  readonly onDone: (apiKey: string) => void;
}): ReactNode {
  const [account, setAccount] = useState(EMPTY);
  const setUp = useSetUp(token, onDone);
  const code = problemCode(setUp.error);
  const fieldErrors = FIELDS.map(({ name }) => fieldError(setUp.error, name));
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setUp.mutate(account);
      }}
    >
      {FIELDS.map(({ name, hint, ...field }, index) => (
        <TextField
          key={name}
          {...field}
          {...(hint === undefined ? {} : { hint })}
          name={name}
          value={account[name]}
          onChange={(event) => setAccount({ ...account, [name]: event.target.value })}
          required={name !== "organizationName"}
          maxLength={API_LIMITS.nameChars}
          {...(name === "password" ? { minLength: API_LIMITS.passwordMinChars } : {})}
          error={fieldErrors[index]}
          autoFocus={index === 0}
        />
      ))}
      {code === "setup.done" && (
        <p className="text-sm">
          This installation is set up already.{" "}
          <Link to="/sign-in" className="text-accent-ink underline">
            Sign in
          </Link>
        </p>
      )}
      {setUp.isError && fieldErrors.every((error) => error === undefined) && code !== "setup.done" && (
        <ErrorState error={setUp.error} doing="set up Cadre" />
      )}
      <Button type="submit" look="primary" size="lg" isBusy={setUp.isPending}>
        Create
      </Button>
    </form>
  );
}

function useSetUp(token: string, onDone: (apiKey: string) => void) {
  return useMutation({
    mutationFn: async ({ organizationName, ...person }: Account) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const named = organizationName.trim() === "" ? {} : { organizationName };
      const { apiKey } = await call("POST /setup", { body: { token, ...person, ...named, timeZone } });
      return apiKey;
    },
    onSuccess: (apiKey) => {
      noteSetUp();
      onDone(apiKey);
    },
  });
}
