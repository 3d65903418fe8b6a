import { API_LIMITS } from "@cadre/shared";
import type { ReactNode } from "react";
import { fieldError } from "../api/problem.ts";
import { TextField } from "./field.tsx";

type NameFieldProps = {
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** What became of the last attempt to write it. */
  readonly problem: unknown;
  readonly hint?: string;
  readonly autoFocus?: boolean;
};

/** The name of something. */
export function NameField({ value, onChange, problem, ...rest }: NameFieldProps): ReactNode {
  return (
    <TextField
      label="Name"
      value={value}
      maxLength={API_LIMITS.nameChars}
      error={fieldError(problem, "name")}
      onChange={({ target }) => onChange(target.value)}
      {...rest}
    />
  );
}
