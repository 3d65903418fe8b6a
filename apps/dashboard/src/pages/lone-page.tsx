import type { ReactNode } from "react";
import { Mark } from "../shell/mark.tsx";

type LonePageProps = { readonly title: string; readonly subtitle?: ReactNode; readonly children: ReactNode };

/** The frame of pages that stand outside of the shell. */
export function LonePage({ title, subtitle, children }: LonePageProps): ReactNode {
  return (
    <main className="grid min-h-dvh place-items-center bg-page px-4 py-10">
      <div className="w-full max-w-md">
        <div className="mb-6 flex flex-col items-center gap-3 text-center">
          <Mark className="size-10" />
          <div>
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            {subtitle !== undefined && <p className="mt-1 text-sm text-soft">{subtitle}</p>}
          </div>
        </div>
        <div className="rounded-xl border border-line bg-panel p-5 shadow-raised sm:p-6">{children}</div>
      </div>
    </main>
  );
}

/** For a link of one use that came without its token: nothing can be done here with it. */
export function CutLink({ title }: { readonly title: string }): ReactNode {
  return (
    <LonePage title={title}>
      <p className="text-sm">
        This link is not whole: its end was lost on the way. Copy all of it where you got it, or ask for a new one.
      </p>
    </LonePage>
  );
}
