import type { ReactNode } from "react";

/** The sign of Cadre. */
export function Mark({ className = "size-6" }: { readonly className?: string }): ReactNode {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path d="M21.5 11.2A7 7 0 1 0 21.5 20.8" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
      <circle cx="22.5" cy="16" r="2" fill="#fff" />
    </svg>
  );
}
