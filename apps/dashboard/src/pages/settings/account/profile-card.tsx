import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { me } from "../../../api/queries/organization.ts";
import { DocumentCard } from "../../../documents/document-card.tsx";

/** What agents read of the person who looks. */
export function ProfileCard(): ReactNode {
  const own = useQuery(me).data;
  return own === undefined ? null : <DocumentCard kind="profile" ownerId={own.personId} />;
}
