import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import type { Answer, Sent } from "../../api/endpoint-types.ts";
import { fieldError, problemCode } from "../../api/problem.ts";
import { beSignedIn } from "../../api/session.ts";
import { useLinkToken } from "../../shell/use-link-token.ts";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { CutLink, LonePage } from "../lone-page.tsx";

type Offer = Answer<"POST /invitations/preview">;

/** Where an invitation leads: what it offers, and how it is accepted. */
export function JoinScreen(): ReactNode {
  const token = useLinkToken();
  const offer = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => call("POST /invitations/preview", { body: { token } }),
    gcTime: 0,
    enabled: token !== "",
  });
  if (token === "") return <CutLink title="Invitation" />;
  if (offer.isPending)
    return (
      <LonePage title="Invitation">
        <SkeletonRows count={3} />
      </LonePage>
    );
  if (offer.isError) {
    return (
      <LonePage title="Invitation">
        {/* A void invitation stays void. */}
        <ErrorState
          error={offer.error}
          doing="open this invitation"
          {...(problemCode(offer.error) === "invitation.void" ? {} : { onRetry: () => void offer.refetch() })}
        />
      </LonePage>
    );
  }
  const { organizationName, invitedByName, role } = offer.data;
  return (
    <LonePage
      title={`Join ${safeText(organizationName)}`}
      subtitle={`${safeText(invitedByName)} invites you as ${role}.`}
    >
      <AcceptForm token={token} offer={offer.data} />
    </LonePage>
  );
}

function AcceptForm({ token, offer }: { readonly token: string; readonly offer: Offer }): ReactNode {
  const [name, setName] = useState("");
  const [email, setEmail] = useState(offer.email ?? "");
  const [password, setPassword] = useState("");
  const accept = useAccept();
  const isElsewhere =
    accept.isError && ["name", "email", "password"].every((field) => fieldError(accept.error, field) === undefined);
  const isWrong = problemCode(accept.error) === "sign-in.wrong";
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate({ token, email, password, ...(name.trim() === "" ? {} : { name }) });
      }}
    >
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        value={email}
        readOnly={offer.email !== null}
        onChange={(event) => setEmail(event.target.value)}
        error={fieldError(accept.error, "email")}
        required
      />
      {!offer.isKnownPerson && (
        <TextField
          label="Your name"
          hint="You may leave it out if you have an account here."
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fieldError(accept.error, "name")}
        />
      )}
      <TextField
        label={offer.isKnownPerson ? "Your password" : "Password"}
        hint={offer.isKnownPerson ? "The one you sign in with." : "A new one, or yours if you have an account here."}
        type="password"
        autoComplete={offer.isKnownPerson ? "current-password" : "new-password"}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isWrong ? fieldError(accept.error, "") : fieldError(accept.error, "password")}
        required
      />
      {isElsewhere && !isWrong && <ErrorState error={accept.error} doing="accept this invitation" />}
      <Button type="submit" look="primary" size="lg" isBusy={accept.isPending}>
        Accept
      </Button>
    </form>
  );
}

function useAccept() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (acceptance: Sent<"POST /invitations/accept">["body"]) =>
      call("POST /invitations/accept", { body: acceptance }),
    onSuccess: async (who) => {
      beSignedIn(who);
      await navigate({ to: "/", replace: true });
    },
  });
}
