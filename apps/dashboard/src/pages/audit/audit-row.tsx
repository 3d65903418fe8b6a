import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AuditEntry } from "../../api/queries/history.ts";
import { Ago } from "../../format/time.tsx";
import { Avatar } from "../../people/avatar.tsx";
import { addressOfEntity } from "../../shell/entity-address.ts";
import { useSetSearchWords } from "../../shell/use-search-words.ts";
import { PlainText } from "../../text/markdown.tsx";
import { safeText } from "../../text/safe-text.ts";

const NARROW = "min-h-[24px] max-w-72 truncate text-left hover:underline";

/** One change: who, with what, what, to what; pressing a part narrows the list to it. */
export function AuditRow({ entry }: { readonly entry: AuditEntry }): ReactNode {
  const set = useSetSearchWords();
  const { actor, credential, action, entity, details } = entry;
  const name = safeText(actor.name ?? (actor.kind === "system" ? "Cadre" : actor.id));
  const address = addressOfEntity(entity);
  return (
    <li className="border-b border-line px-4 py-2.5 text-sm last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Avatar name={name} kind={actor.kind} size="sm" />
        <button
          type="button"
          className={`${NARROW} font-medium`}
          title="Only theirs"
          onClick={() => set({ actor: actor.id })}
        >
          <bdi>{name}</bdi>
        </button>
        <button
          type="button"
          className={`${NARROW} font-mono text-xs`}
          title="Only these"
          onClick={() => set({ action })}
        >
          {safeText(action)}
        </button>
        <span className="min-w-0 truncate text-xs text-soft">
          {address === undefined ? (
            entity.id
          ) : (
            <Link to={address} className="inline-flex min-h-[24px] items-center text-accent-ink hover:underline">
              {entity.id}
            </Link>
          )}
        </span>
        <span className="ml-auto flex items-center gap-3 text-xs text-faint">
          {credential !== null && (
            <button
              type="button"
              className={NARROW}
              title="Only what was done with it"
              onClick={() => set({ credential: credential.id })}
            >
              {credential.kind === "api-key" ? `key ${safeText(credential.name ?? credential.id)}` : "signed in"}
            </button>
          )}
          <Ago at={entry.at} />
        </span>
      </div>
      {Object.keys(details).length > 0 && (
        <details className="mt-1 text-xs text-soft">
          <summary className="py-1">Details</summary>
          <div className="mt-1">
            <PlainText text={JSON.stringify(details, null, 2)} label="Details" />
          </div>
        </details>
      )}
    </li>
  );
}
