import { Plus, Trash2 } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { type ConditionDraft, emptyCondition, filterOps } from "./filter-draft.ts";

interface Props {
  conditions: readonly ConditionDraft[];
  onChange(conditions: ConditionDraft[]): void;
}

/** The conditions that an event's data must all meet to be sent. */
export function FilterFields({ conditions, onChange }: Props) {
  const { t } = useI18n();
  const set = (index: number, patch: Partial<ConditionDraft>) =>
    onChange(conditions.map((each, at) => (at === index ? { ...each, ...patch } : each)));
  return (
    <div className="grid gap-3" role="group" aria-label={t("webhooks.filter")}>
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow">
          <span className="lab block">{t("webhooks.filter")}</span>
          <span className="hint">{t("webhooks.filter.text")}</span>
        </span>
        <Button size="small" icon={Plus} onPress={() => onChange([...conditions, emptyCondition])}>
          {t("webhooks.filter.add")}
        </Button>
      </div>
      {conditions.map(({ path, op, value }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the values come from the draft, and a condition has no id
          key={index}
          className="webhook-condition"
          role="group"
          aria-label={t("webhooks.filter.condition", { n: index + 1 })}
        >
          <TextField
            label={t("webhooks.filter.path")}
            name={`filter[${index}].path`}
            isCode
            isRequired
            value={path}
            onChange={(next) => set(index, { path: next })}
          />
          <Select
            label={t("webhooks.filter.op")}
            name={`filter[${index}].op`}
            value={op}
            options={filterOps.map((id) => ({ id, name: t(`webhooks.filter.op.${id}`) }))}
            onChange={(next) => next !== op && set(index, { op: next, value: next === "exists" ? "true" : value })}
          />
          {op === "exists" ? (
            <Select
              label={t("webhooks.filter.value")}
              name={`filter[${index}].value`}
              value={value === "false" ? "false" : "true"}
              options={[
                { id: "true", name: t("common.yes") },
                { id: "false", name: t("common.no") },
              ]}
              onChange={(next) => set(index, { value: next })}
            />
          ) : (
            <TextField
              label={t(op === "in" ? "webhooks.filter.values" : "webhooks.filter.value")}
              name={`filter[${index}].value`}
              isCode
              value={value}
              onChange={(next) => set(index, { value: next })}
            />
          )}
          <Button
            icon={Trash2}
            label={t("webhooks.filter.remove")}
            variant="ghost"
            size="small"
            onPress={() => onChange(conditions.filter((_, at) => at !== index))}
          />
        </div>
      ))}
    </div>
  );
}
