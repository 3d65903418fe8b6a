import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { me } from "../api/queries/organization.ts";
import { enterOrganization } from "../api/session.ts";
import { ROLE_WORDS } from "../people/roles.ts";
import { useMay } from "../people/use-may.ts";
import { safeText } from "../text/safe-text.ts";
import { MenuItem, MenuLabel, MenuSeparator } from "../ui/menu.tsx";
import { tellProblem } from "../ui/toast.tsx";
import { openOverlay } from "./shell-state.ts";

const ICON = "size-4 text-faint";

/** Where the person belongs: choosing one goes on there. Nobody with one organization needs to see that there could be more. */
export function OrganizationItems(): ReactNode {
  const who = useQuery(me).data;
  const mayMake = useMay("owner");
  const enter = useEnter();
  const list = who?.organizations ?? [];
  if (list.length < 2 && !mayMake) return null;
  return (
    <>
      {list.length > 1 && <MenuLabel>Organizations</MenuLabel>}
      {list.length > 1 &&
        list.map(({ id, name, role }) => (
          <MenuItem
            key={id}
            icon={<Building2 className={ICON} aria-hidden />}
            hint={ROLE_WORDS[role].label}
            isChosen={id === who?.organization.id}
            onSelect={() => (id === who?.organization.id ? undefined : enter.mutate(id))}
          >
            {safeText(name)}
          </MenuItem>
        ))}
      {mayMake && (
        <MenuItem
          icon={<Plus className={ICON} aria-hidden />}
          onSelect={() => openOverlay({ kind: "new-organization" })}
        >
          New organization…
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  );
}

function useEnter() {
  const navigate = useNavigate();
  return useMutation({
    // What is shown belongs to the other one: home is the only address that both have.
    mutationFn: async (organizationId: string) => {
      await enterOrganization(organizationId);
      await navigate({ to: "/" });
    },
    onError: (error) => tellProblem(error, "go there"),
  });
}
