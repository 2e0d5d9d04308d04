import { Search, X } from "lucide-react";
import type { Ref } from "react";
import {
  Button,
  Input,
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from "react-aria-components/SearchField";
import { Group } from "react-aria-components/Group";
import { classes } from "../lib/classes.ts";
import { KeyCap } from "../KeyCap.tsx";

interface SearchFieldProps
  extends Pick<
    AriaSearchFieldProps,
    "value" | "defaultValue" | "onChange" | "onSubmit" | "onClear" | "onKeyDown" | "isDisabled" | "autoFocus"
  > {
  /** Its name and, by default, its placeholder. */
  label: string;
  placeholder?: string;
  size?: "normal" | "small";
  keys?: string;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A search field without a visible label: the icon shows its purpose. Esc clears it. */
export function SearchField({ label, placeholder, size = "normal", keys, className, inputRef, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} aria-label={label} className={classes("field search", className)}>
      {({ isEmpty }) => (
        <Group className={classes("input", size === "small" && "small")}>
          <Search className="icon icon-14 text-text-3" aria-hidden />
          <Input
            className="input-inner"
            placeholder={placeholder ?? label}
            dir="auto"
            {...(inputRef === undefined ? {} : { ref: inputRef })}
          />
          {isEmpty ? (
            keys !== undefined && <KeyCap keys={keys} />
          ) : (
            <Button className="stepper">
              <X className="icon icon-12" aria-hidden />
            </Button>
          )}
        </Group>
      )}
    </AriaSearchField>
  );
}
