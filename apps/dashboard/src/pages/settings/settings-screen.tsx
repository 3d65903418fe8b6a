import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Compass, Lock } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { me } from "../../api/queries/organization.ts";
import { isAtLeast } from "../../people/roles.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useChosenInView } from "../../ui/use-in-view.ts";
import { PageFrame } from "../page-frame.tsx";
import { type Section, SECTIONS } from "./sections.ts";

/** Everything that is set once: oneself, people, keys, models, webhooks, the organization. */
export function SettingsScreen(): ReactNode {
  const asked = useParams({ strict: false, select: (params) => ("section" in params ? String(params.section) : "") });
  const role = useQuery(me).data?.role ?? "viewer";
  const visible = SECTIONS.filter(({ least }) => isAtLeast(role, least));
  const section = asked === "" ? SECTIONS[0] : SECTIONS.find(({ id }) => id === asked);
  const row = useChosenInView<HTMLElement>(section?.id);
  return (
    <PageFrame title="Settings">
      <div className="grid gap-5 md:grid-cols-[11rem_minmax(0,1fr)]">
        <nav ref={row} aria-label="Settings" className="-mx-1 flex gap-1 overflow-x-auto px-1 pb-1 md:flex-col">
          {visible.map((each) => (
            <SectionLink key={each.id} section={each} current={section?.id} />
          ))}
        </nav>
        <div className="min-w-0">
          {section === undefined && <NoSuchSection />}
          {section !== undefined && (visible.includes(section) ? <Shown section={section} /> : <NotYours />)}
        </div>
      </div>
    </PageFrame>
  );
}

function SectionLink({
  section,
  current,
}: {
  readonly section: Section;
  readonly current: string | undefined;
}): ReactNode {
  const { id, label, icon: Icon } = section;
  return (
    <Link
      to={`/settings/${id}`}
      aria-current={id === current ? "page" : undefined}
      className="touch-target flex h-8 shrink-0 items-center gap-2 rounded-sm px-2 text-sm whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <Icon className="size-4" aria-hidden />
      {label}
    </Link>
  );
}

function Shown({ section }: { readonly section: Section }): ReactNode {
  const { Screen } = section;
  return (
    <Suspense fallback={<SkeletonRows count={5} />}>
      <Screen />
    </Suspense>
  );
}

function NoSuchSection(): ReactNode {
  return (
    <EmptyState icon={<Compass className="size-7" aria-hidden />} title="There are no settings at this address">
      The link may be old. What there is stands in the list.
    </EmptyState>
  );
}

function NotYours(): ReactNode {
  return (
    <EmptyState icon={<Lock className="size-7" aria-hidden />} title="This is for owners and admins">
      Ask one of them to change it, or to give you another role.
    </EmptyState>
  );
}
