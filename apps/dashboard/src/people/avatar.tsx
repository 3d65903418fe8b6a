import { Bot } from "lucide-react";
import type { ReactNode } from "react";
import { safeText } from "../text/safe-text.ts";
import { cx } from "../ui/class-names.ts";

type AvatarProps = { readonly name: string; readonly kind: "person" | "agent" | "system"; readonly size?: "sm" | "md" };

/** Somebody as a small picture: people are round, agents are not, so that nobody takes one for the other. */
export function Avatar({ name, kind, size = "md" }: AvatarProps): ReactNode {
  const isPerson = kind === "person";
  return (
    <span
      aria-hidden
      className={cx(
        "inline-grid shrink-0 place-items-center font-semibold",
        size === "md" ? "size-6 text-2xs" : "size-4.5 text-[9px]",
        isPerson ? "rounded-full bg-accent-soft text-accent-ink" : "rounded-xs bg-pressed text-soft",
      )}
    >
      {isPerson ? initials(name) : <Bot className={size === "md" ? "size-4" : "size-3"} />}
    </span>
  );
}

function initials(name: string): string {
  const words = safeText(name).trim().split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? "")
    .join("");
}
