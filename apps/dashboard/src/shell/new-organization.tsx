import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call } from "../api/call.ts";
import { beSignedIn } from "../api/session.ts";
import { MakeDialog } from "../ui/make-dialog.tsx";
import { tellDone } from "../ui/toast.tsx";
import { closeOverlay } from "./shell-state.ts";

/** Makes one more organization in this installation, and goes on there. */
export function NewOrganization(): ReactNode {
  const [name, setName] = useState("");
  const make = useMake();
  return (
    <MakeDialog
      title="New organization"
      description="It shares nothing with the others: its own people, agents, projects and keys. You become its owner."
      name={name}
      onName={setName}
      make={make}
      onMake={() => make.mutate(name.trim())}
      onClose={closeOverlay}
    />
  );
}

function useMake() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (name: string) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const who = await call("POST /organizations", { body: { name, timeZone } });
      closeOverlay();
      beSignedIn(who);
      await navigate({ to: "/" });
      tellDone(`You are in ${name} now`);
    },
  });
}
