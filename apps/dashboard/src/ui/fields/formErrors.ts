import { createContext, use, useState } from "react";

/** The server's errors for fields without an input of that name: dates, tags, hues, files. */
export const FormErrors = createContext<Readonly<Record<string, string[]>>>({});

/** The error for the field with this name, until its value changes. */
export function useServerError(name: string | undefined): { error: string | null; clear: () => void } {
  const errors = use(FormErrors);
  const [clearedOf, setClearedOf] = useState<unknown>(null);
  const own = name === undefined || clearedOf === errors ? undefined : errors[name];
  return { error: own === undefined ? null : own.join(" "), clear: () => setClearedOf(errors) };
}
