import { useState } from "react";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import type { Shared } from "./shared.ts";

interface Props extends Shared {
  value: unknown;
  /** Anything that is not an object or a list is stored as text. */
  allowsText: boolean;
  onChange(value: unknown): void;
}

const shownOf = (value: unknown): string => (value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** JSON as typed; text that does not parse yet stays in the field, and the last valid value is kept. */
export function JsonField({ value, allowsText, error, onChange, ...shared }: Props) {
  const { t } = useI18n();
  const [typed, setTyped] = useState(() => shownOf(value));
  const [isInvalid, setInvalid] = useState(false);
  function change(text: string): void {
    setTyped(text);
    const read = text.trim() === "" ? { value: undefined } : parse(text);
    const isText = read === null && allowsText && !/^\s*[[{]/.test(text);
    setInvalid(read === null && !isText);
    if (isText) onChange(text);
    else if (read !== null) onChange(read.value);
  }
  return (
    <TextArea
      {...shared}
      error={isInvalid ? t("flows.json.invalid") : error}
      isCode
      rows={4}
      rowsMax={16}
      value={typed}
      onChange={change}
      spellCheck="false"
    />
  );
}

function parse(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { value } : null;
  } catch {
    return null;
  }
}
