import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { type ButtonDraft, buttonTypes, placeOf, type TemplateDraft, variablesIn } from "./draft.ts";

interface Props {
  draft: TemplateDraft;
  onChange(patch: Partial<TemplateDraft>): void;
}

/** The buttons below the text, in order. */
export function ButtonFields({ draft, onChange }: Props) {
  const { t } = useI18n();
  const { buttons } = draft;
  const at = `${placeOf(draft, "buttons")}.buttons`;
  const set = (index: number, patch: Partial<ButtonDraft>) =>
    onChange({ buttons: buttons.map((each, place) => (place === index ? { ...each, ...patch } : each)) });
  const move = (index: number, by: number) => {
    const next = [...buttons];
    const [moved] = next.splice(index, 1);
    if (moved !== undefined) onChange({ buttons: next.toSpliced(index + by, 0, moved) });
  };
  return (
    <section className="card" aria-label={t("templates.buttons")}>
      <div className="card-head">
        <h2>{t("templates.buttons")}</h2>
        <Button
          size="small"
          icon={Plus}
          className="ms-auto"
          onPress={() => onChange({ buttons: [...buttons, { type: "QUICK_REPLY", text: "", value: "", sample: "" }] })}
        >
          {t("templates.button.add")}
        </Button>
      </div>
      <div className="card-body">
        {buttons.length === 0 && <p className="text-text-3">{t("templates.buttons.none")}</p>}
        {buttons.map((button, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the values come from the draft, and a button has no id
            key={index}
            className="template-button"
            role="group"
            aria-label={t("templates.button", { n: index + 1 })}
          >
            <OneButton
              button={button}
              at={`${at}[${index}]`}
              listName={index === 0 ? at : undefined}
              onChange={(patch) => set(index, patch)}
            />
            <span className="template-button-tools">
              <Button
                icon={ArrowUp}
                label={t("templates.button.up")}
                variant="ghost"
                size="small"
                isDisabled={index === 0}
                onPress={() => move(index, -1)}
              />
              <Button
                icon={ArrowDown}
                label={t("templates.button.down")}
                variant="ghost"
                size="small"
                isDisabled={index === buttons.length - 1}
                onPress={() => move(index, 1)}
              />
              <Button
                icon={Trash2}
                label={t("templates.button.remove")}
                variant="ghost"
                size="small"
                onPress={() => onChange({ buttons: buttons.toSpliced(index, 1) })}
              />
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}

interface OneProps {
  button: ButtonDraft;
  at: string;
  /** Errors that concern all of them are shown at the first. */
  listName: string | undefined;
  onChange(patch: Partial<ButtonDraft>): void;
}

function OneButton({ button, at, listName, onChange }: OneProps) {
  const { t } = useI18n();
  const { type, text, value, sample } = button;
  if (type === "kept")
    return (
      <p className="grow text-text-2">
        <bdi>{text}</bdi> {t("templates.button.kept")}
      </p>
    );
  return (
    <div className="making-fields grow">
      <Select
        label={t("channels.kind")}
        {...(listName === undefined ? {} : { name: listName })}
        value={type}
        options={buttonTypes.map((id) => ({ id, name: t(`templates.button.${id}`) }))}
        onChange={(next) => next !== type && onChange({ type: next, value: "", sample: "" })}
      />
      {type !== "COPY_CODE" && (
        <TextField label={t("templates.button.text")} name={`${at}.text`} value={text} onChange={(next) => onChange({ text: next })} />
      )}
      {type === "URL" && (
        <TextField
          label={t("templates.button.url")}
          name={`${at}.url`}
          isCode
          type="url"
          hint={t("templates.button.url.hint", { example: "{{1}}" })}
          value={value}
          onChange={(next) => onChange({ value: next })}
        />
      )}
      {type === "URL" && variablesIn(value).length > 0 && (
        <TextField
          label={t("templates.button.sampleUrl")}
          name={`${at}.example`}
          isCode
          type="url"
          value={sample}
          onChange={(next) => onChange({ sample: next })}
        />
      )}
      {type === "PHONE_NUMBER" && (
        <TextField
          label={t("templates.button.phone")}
          name={`${at}.phone_number`}
          isCode
          type="tel"
          value={value}
          onChange={(next) => onChange({ value: next })}
        />
      )}
      {type === "COPY_CODE" && (
        <TextField
          label={t("templates.button.code")}
          name={`${at}.example`}
          isCode
          value={value}
          onChange={(next) => onChange({ value: next })}
        />
      )}
    </div>
  );
}
