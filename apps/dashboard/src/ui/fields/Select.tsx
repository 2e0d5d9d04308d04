import { ChevronDown } from "lucide-react";
import { Button, ListBox, Popover, Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { useI18n } from "../../i18n/i18n.tsx";
import { classes } from "../lib/classes.ts";
import { part } from "../lib/part.ts";
import { FieldFrame, fieldProps, type FieldText } from "./FieldFrame.tsx";
import { type Option, OptionLine } from "./Options.tsx";

interface SelectProps<Id extends string> extends FieldText {
  options: readonly (Option & { id: Id })[];
  value?: Id | null;
  defaultValue?: Id;
  onChange?: (id: Id) => void;
  name?: string;
  placeholder?: string;
  size?: "normal" | "small";
  isDisabled?: boolean;
  isReadOnly?: boolean;
  isRequired?: boolean;
  className?: string;
}

/** One of a few options. For more than about fifteen use a `ComboBox`. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const {
    label,
    hideLabel,
    hint,
    error,
    isOptional,
    options,
    value,
    onChange,
    placeholder,
    size,
    isReadOnly = false,
    className,
    isDisabled,
    ...rest
  } = props;
  const { t } = useI18n();
  if (isReadOnly) {
    const chosen = options.find(({ id }) => id === (value ?? rest.defaultValue));
    return (
      <div className={classes("field", className)}>
        {hideLabel !== true && <span className="lab">{label}</span>}
        <span className="read-only">{chosen?.name ?? t("common.none")}</span>
      </div>
    );
  }
  return (
    <AriaSelect
      {...part(rest)}
      {...fieldProps(props)}
      {...part({ isDisabled })}
      {...(value === undefined ? {} : { value })}
      placeholder={placeholder ?? t("ui.choose")}
      onChange={(key) => {
        if (key !== null) onChange?.(key as Id);
      }}
      className={classes("field", className)}
    >
      <FieldFrame label={label} {...part({ hideLabel, hint, error, isOptional })}>
        <Button className={classes("input select", size === "small" && "small")}>
          <SelectValue className="select-value cut" />
          <ChevronDown className="icon icon-14" aria-hidden />
        </Button>
        <Popover className="popover animated list-popover" offset={4} data-owns-keys="">
          <ListBox className="options scroll" items={options}>
            {(option: Option) => <OptionLine option={option} />}
          </ListBox>
        </Popover>
      </FieldFrame>
    </AriaSelect>
  );
}
