import { useQuery } from "@tanstack/react-query";
import { me } from "../api/queries/organization.ts";
import type { PageDefinition, PageNavigation } from "../pages/define-page.ts";
import { PAGES } from "../pages/pages.ts";
import { isAtLeast } from "../people/roles.ts";

export type Place = PageDefinition & { readonly navigation: PageNavigation };

/** The pages that the navigation offers to whoever looks, in its order. */
export function usePlaces(): readonly Place[] {
  const role = useQuery(me).data?.role ?? "viewer";
  return PAGES.filter(
    (page): page is Place => page.navigation !== undefined && isAtLeast(role, page.navigation.least ?? "viewer"),
  );
}
