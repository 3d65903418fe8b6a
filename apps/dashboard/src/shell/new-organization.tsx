import { API_LIMITS } from "@cadre/shared";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call } from "../api/call.ts";
import { fieldError } from "../api/problem.ts";
import { beSignedIn } from "../api/session.ts";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { tellDone } from "../ui/toast.tsx";
import { closeOverlay } from "./shell-state.ts";

/** Makes one more organization in this installation, and goes on there. */
export function NewOrganization(): ReactNode {
  const [name, setName] = useState("");
  const make = useMake();
  return (
    <FormDialog
      title="New organization"
      description="It shares nothing with the others: its own people, agents, projects and keys. You become its owner."
      width="sm"
      submitLabel="Make it"
      onSubmit={() => make.mutate(name.trim())}
      onClose={closeOverlay}
      isBusy={make.isPending}
      isReady={name.trim() !== ""}
      error={make.error}
      fields={["name"]}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={API_LIMITS.nameChars}
        autoFocus
        error={fieldError(make.error, "name")}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
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
