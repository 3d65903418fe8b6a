import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { cx } from "./class-names.ts";
import { safeText } from "../text/safe-text.ts";
import { safeWords } from "./safe-words.ts";

const LOOKS = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong shadow-raised",
  neutral: "bg-raised text-ink border border-line hover:bg-hover hover:border-line-strong shadow-raised",
  quiet: "text-soft hover:bg-hover hover:text-ink",
  danger: "bg-bad-strong text-on-accent hover:brightness-95 shadow-raised",
} as const;

const SIZES = {
  sm: "h-7 px-2.5 text-xs gap-1.5",
  md: "h-8 px-3 text-sm gap-2",
  lg: "h-10 px-4 text-base gap-2",
} as const;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: keyof typeof LOOKS;
  readonly size?: keyof typeof SIZES;
  readonly icon?: ReactNode;
  /** Shows that its work is under way, and takes no second press. */
  readonly isBusy?: boolean;
};

export function buttonClass(look: keyof typeof LOOKS = "neutral", size: keyof typeof SIZES = "md"): string {
  return cx(
    "touch-target inline-flex max-w-full shrink-0 items-center justify-center rounded-sm font-medium whitespace-nowrap select-none",
    "transition-[background-color,border-color,color] duration-100 disabled:opacity-50",
    LOOKS[look],
    SIZES[size],
  );
}

/** Something that happens when it is pressed. What leads somewhere is a link. */
export function Button({ look, size, icon, isBusy = false, className, children, ...rest }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
      className={cx(buttonClass(look, size), className)}
    >
      {isBusy ? <LoaderCircle className="size-4 animate-spin" aria-hidden /> : icon}
      {safeWords(children)}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "icon" | "size"> & {
  /** What it does: its name for who cannot see the icon. */
  readonly label: string;
  readonly icon: ReactNode;
};

export function IconButton({ label, icon, look = "quiet", className, ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={safeText(label)}
      {...rest}
      className={cx(buttonClass(look, "md"), "!px-0 size-8 relative", className)}
    >
      {icon}
    </button>
  );
}
