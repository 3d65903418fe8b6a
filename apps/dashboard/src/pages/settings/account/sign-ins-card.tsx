import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { LogOut, MonitorSmartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { type SignIn, signIns } from "../../../api/queries/settings.ts";
import { beSignedOut } from "../../../api/session.ts";
import { AgoInWords } from "../../../format/time.tsx";
import { safeText } from "../../../text/safe-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";
import { browserName } from "./browser-name.ts";

/** Where the person is signed in, with the button that ends it all. */
export function SignInsCard(): ReactNode {
  const list = useQuery(signIns);
  const [isAsked, setIsAsked] = useState(false);
  const everywhere = useSignOutEverywhere();
  return (
    <Card
      title="Where you are signed in"
      padding="flush"
      actions={
        <Button size="sm" icon={<LogOut className="size-3.5" aria-hidden />} onClick={() => setIsAsked(true)}>
          Sign out everywhere…
        </Button>
      }
    >
      {list.isPending && <SkeletonRows count={2} />}
      {list.isError && <ErrorState error={list.error} doing="read your sign-ins" onRetry={() => void list.refetch()} />}
      <ul>
        {list.data?.data.map((each) => (
          <SignInRow key={each.id} signIn={each} />
        ))}
      </ul>
      <Confirm
        isOpen={isAsked}
        onOpenChange={setIsAsked}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        isBusy={everywhere.isPending}
        onConfirm={() => everywhere.mutate()}
      >
        <p>Every browser is signed out at once, this one too. API keys stay: revoke them one by one.</p>
      </Confirm>
    </Card>
  );
}

function useSignOutEverywhere() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call("POST /sign-out-everywhere", { body: {} }),
    onSuccess: async () => {
      await navigate({ to: "/sign-in" });
      beSignedOut();
      tellDone("You are signed out everywhere");
    },
    onError: (error) => tellProblem(error, "sign out everywhere"),
  });
}

function SignInRow({ signIn }: { readonly signIn: SignIn }): ReactNode {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call("DELETE /sign-ins/:signInId", { params: { signInId: signIn.id } }),
    onSuccess: () => tellDone("Signed out there"),
    onError: (error) => tellProblem(error, "end this sign-in"),
    onSettled: () => client.invalidateQueries({ queryKey: signIns.queryKey }),
  });
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <MonitorSmartphone className="size-4 shrink-0 text-faint" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium" title={safeText(signIn.userAgent)}>
          {browserName(signIn.userAgent)}
        </p>
        <p className="text-xs text-soft">
          signed in <AgoInWords at={signIn.createdAt} />, last seen <AgoInWords at={signIn.lastSeenAt} />
        </p>
      </div>
      {signIn.isCurrent ? (
        <Badge tone="good">this one</Badge>
      ) : (
        <Button size="sm" isBusy={end.isPending} onClick={() => end.mutate()}>
          Sign out
        </Button>
      )}
    </li>
  );
}
