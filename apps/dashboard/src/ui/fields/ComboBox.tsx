import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, ComboBox as AriaComboBox, Input, ListBox, Popover } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { useI18n } from "../../i18n/i18n.tsx";
import { classes } from "../lib/classes.ts";
import { part } from "../lib/part.ts";
import { FieldFrame, fieldProps, type FieldText } from "./FieldFrame.tsx";
import { type Option, OptionLine } from "./Options.tsx";

interface ComboBoxProps extends FieldText {
  /** All options; alternatively, `load` finds those for the typed text, 150 ms after the last key. */
  options?: readonly Option[];
  load?: (query: string, signal: AbortSignal) => Promise<readonly Option[]>;
  value?: string | null;
  defaultValue?: string;
  /** The name of `value`, until `load` has returned it. */
  valueName?: string;
  onChange?: (id: string | null, option: Option | null) => void;
  name?: string;
  placeholder?: string;
  size?: "normal" | "small";
  /** Allows text that is not an option. */
  allowsCustomValue?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
  className?: string;
  empty?: ReactNode;
}

/** One of many, found by typing. */
export function ComboBox(props: ComboBoxProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    isOptional,
    options,
    load,
    value,
    valueName,
    onChange,
    placeholder,
    size,
    className,
    empty,
    ...rest
  } = props;
  const { t } = useI18n();
  const [query, setQuery] = useState(valueName ?? options?.find(({ id }) => id === (value ?? rest.defaultValue))?.name ?? "");
  const found = useFound(load, query);
  const items = load === undefined ? (options ?? []) : found.items;
  const state = found.failed ? t("ui.search.failed") : found.loading ? t("common.loading") : (empty ?? t("ui.search.nothing"));
  return (
    <AriaComboBox
      {...part(rest)}
      {...fieldProps(props)}
      {...(value === undefined ? {} : { value })}
      {...(load === undefined ? { defaultItems: items } : { items, inputValue: query, onInputChange: setQuery })}
      {...(load === undefined && valueName !== undefined ? { defaultInputValue: valueName } : {})}
      formValue={rest.allowsCustomValue === true ? "text" : "key"}
      allowsEmptyCollection
      // A list that opens together with its dialog would hide it.
      menuTrigger={rest.autoFocus === true ? "input" : "focus"}
      onChange={(key) => {
        const option = items.find(({ id }) => id === key) ?? null;
        if (option !== null) setQuery(option.name);
        onChange?.(key === null ? null : String(key), option);
      }}
      className={classes("field", className)}
    >
      <FieldFrame label={label} {...part({ hideLabel, hint, error, isOptional })}>
        <Group className={classes("input", size === "small" && "small")}>
          <Input className="input-inner" dir="auto" {...part({ placeholder })} />
          <Button className="stepper">
            <ChevronDown className="icon icon-14" aria-hidden />
          </Button>
        </Group>
        {/* Low enough to fit below the field of a dialog, which it would otherwise cover. */}
        <Popover className="popover animated list-popover" offset={5} maxHeight={listPxMax} data-owns-keys="">
          <ListBox
            className="options scroll"
            renderEmptyState={() => (
              <div className="hint p-3" role="status">
                {state}
              </div>
            )}
          >
            {(option: Option) => <OptionLine option={option} />}
          </ListBox>
        </Popover>
      </FieldFrame>
    </AriaComboBox>
  );
}

const typingMs = 150;
/** Six options with a second line. */
const listPxMax = 280;

/** The results for the text, and whether more are being loaded. The shown ones stay until the next arrive. */
function useFound(load: ComboBoxProps["load"], query: string) {
  const [found, setFound] = useState<{ items: readonly Option[]; loading: boolean; failed: boolean }>({
    items: [],
    loading: load !== undefined,
    failed: false,
  });
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (latest.current === undefined) return;
    const aborted = new AbortController();
    const timer = setTimeout(() => {
      setFound((before) => ({ ...before, loading: true, failed: false }));
      latest.current?.(query, aborted.signal).then(
        (items) => !aborted.signal.aborted && setFound({ items, loading: false, failed: false }),
        () => !aborted.signal.aborted && setFound({ items: [], loading: false, failed: true }),
      );
    }, typingMs);
    return () => {
      aborted.abort();
      clearTimeout(timer);
    };
  }, [query]);
  return found;
}
