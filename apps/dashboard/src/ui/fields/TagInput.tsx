import { useId, useRef, useState } from "react";
import { Group } from "react-aria-components/Group";
import { Input, TextField as AriaTextField } from "react-aria-components/TextField";
import { useI18n } from "../../i18n/i18n.tsx";
import { Tag } from "../Chip.tsx";
import { part } from "../lib/part.ts";
import { FieldFrame, fieldProps, type FieldText } from "./FieldFrame.tsx";
import { useServerError } from "./formErrors.ts";

interface TagInputProps extends FieldText {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** The name of the hidden inputs, one per tag. */
  name?: string;
  placeholder?: string;
  /** Suggestions while typing. */
  suggestions?: readonly string[];
  isDisabled?: boolean;
  isReadOnly?: boolean;
  autoFocus?: boolean;
}

/** A list of free words: Enter or a comma adds one, Backspace in the empty field removes the last, pasted lines become several. */
export function TagInput(props: TagInputProps) {
  const { label, hideLabel, hint, isOptional, value, onChange, name, placeholder, suggestions, isDisabled, isReadOnly, autoFocus } = props;
  const { t } = useI18n();
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const server = useServerError(name);
  const error = props.error ?? server.error;

  function change(tags: string[]) {
    server.clear();
    onChange(tags);
  }
  function add(text: string) {
    const words = text
      .split(/[,\n]/u)
      .map((word) => word.trim())
      .filter((word) => word !== "");
    setTyped("");
    const fresh = [...new Set(words)].filter((word) => !value.includes(word));
    if (fresh.length > 0) change([...value, ...fresh]);
  }

  return (
    <AriaTextField
      {...fieldProps({ ...props, error })}
      {...part({ isDisabled, isReadOnly, autoFocus })}
      className="field"
      value={typed}
      onChange={(text) => (/[,\n]/u.test(text) ? add(text) : setTyped(text))}
      onBlur={() => add(typed)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        const last = value[value.length - 1];
        if (event.key === "Enter" && typed.trim() !== "") {
          event.preventDefault();
          add(typed);
        } else if (event.key === "Backspace" && typed === "" && last !== undefined) change(value.slice(0, -1));
        else event.continuePropagation();
      }}
    >
      <FieldFrame label={label} {...part({ hideLabel, hint, isOptional })} error={error}>
        <Group className="input tag-input">
          {value.map((tag) => (
            <Tag
              key={tag}
              removeLabel={t("ui.remove", { name: tag })}
              {...(isReadOnly === true || isDisabled === true
                ? {}
                : {
                    onRemove: () => {
                      change(value.filter((each) => each !== tag));
                      input.current?.focus();
                    },
                  })}
            >
              {tag}
            </Tag>
          ))}
          <Input
            ref={input}
            className="input-inner"
            dir="auto"
            {...(suggestions === undefined ? {} : { list: listId })}
            {...(value.length === 0 && placeholder !== undefined ? { placeholder } : {})}
          />
        </Group>
        {suggestions !== undefined && (
          <datalist id={listId}>
            {suggestions
              .filter((each) => !value.includes(each))
              .map((each) => (
                <option key={each} value={each} />
              ))}
          </datalist>
        )}
        {name !== undefined && value.map((tag) => <input key={tag} type="hidden" name={name} value={tag} />)}
        {/* Not submitted; the form uses it to place an error if there is no tag. */}
        {name !== undefined && value.length === 0 && <input type="hidden" name={name} disabled />}
      </FieldFrame>
    </AriaTextField>
  );
}
