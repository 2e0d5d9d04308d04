import { type LucideIcon, Check } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Group } from "react-aria-components/Group";
import { Input, TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from "react-aria-components/TextField";
import { useI18n } from "../../i18n/i18n.tsx";
import { classes } from "../lib/classes.ts";
import { part } from "../lib/part.ts";
import { FieldFrame, fieldProps, type FieldText } from "./FieldFrame.tsx";

export type CommonTextProps = Pick<
  AriaTextFieldProps,
  | "name"
  | "value"
  | "defaultValue"
  | "onChange"
  | "onBlur"
  | "onFocus"
  | "onKeyDown"
  | "isDisabled"
  | "isReadOnly"
  | "isRequired"
  | "autoFocus"
  | "autoComplete"
  | "maxLength"
  | "inputMode"
  | "type"
  | "id"
  | "spellCheck"
>;

export interface TextFieldProps extends CommonTextProps, FieldText {
  placeholder?: string;
  size?: "normal" | "small";
  icon?: LucideIcon;
  /** At the field's end: a unit, a button. */
  end?: ReactNode;
  /** A checkmark for a second after saving. */
  isSaved?: boolean;
  /** Codes, keys, URLs, telephone numbers: left-to-right everywhere. */
  isCode?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    isOptional,
    placeholder,
    size,
    icon: Icon,
    end,
    isSaved,
    isCode,
    className,
    inputRef,
    ...rest
  } = props;
  const { t } = useI18n();
  const bare = Icon === undefined && end === undefined && isSaved !== true;
  const input = (
    <Input
      className={classes(bare ? "input" : "input-inner", bare && size === "small" && "small", isCode === true && "mono ltr-input")}
      // People's names and texts have the direction of their content.
      dir={isCode === true ? "ltr" : "auto"}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(inputRef === undefined ? {} : { ref: inputRef })}
    />
  );
  return (
    <AriaTextField {...rest} {...fieldProps(props)} className={classes("field", className)}>
      <FieldFrame label={label} {...part({ hideLabel, hint, error, isOptional })}>
        {bare ? (
          input
        ) : (
          <Group className={classes("input", size === "small" && "small")}>
            {Icon !== undefined && <Icon className="icon icon-14 text-text-3" aria-hidden />}
            {input}
            {isSaved === true && <Check className="icon icon-14 text-success-text" role="img" aria-label={t("common.saved")} />}
            {end}
          </Group>
        )}
      </FieldFrame>
    </AriaTextField>
  );
}
