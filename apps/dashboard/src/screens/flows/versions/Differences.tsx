import { Minus, Pencil, Plus, Shuffle } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import { type Difference, differencesOf } from "../model/differences.ts";
import type { Definition } from "../model/model.ts";
import { type Naming, stepName, triggerName } from "../model/step-texts.ts";

const icons = {
  ...{ added: Plus, removed: Minus, changed: Pencil, moved: Shuffle },
  ...{ trigger: Pencil, triggerChanged: Pencil, conditions: Pencil, once: Pencil },
} as const;

interface Props {
  /** Null: not loaded, or there is none. */
  before: Definition | null;
  after: Definition;
  isFirst: boolean;
  naming: Naming;
}

/** A description of what a version does differently. */
export function Differences({ before, after, isFirst, naming }: Props) {
  const i18n = useI18n();
  const { t, format } = i18n;
  if (before === null) return <p className="hint">{t(isFirst ? "flows.diff.first" : "flows.diff.older")}</p>;
  const found = differencesOf(before, after);
  if (found.length === 0) return <p className="hint">{t("flows.diff.none")}</p>;
  const fieldsOf = (fields: string[]) => {
    const names = fields.map((field) =>
      naming.i18n.has(`flows.field.${field}`) ? t(`flows.field.${field}` as PlainKey & "flows.field.text") : field,
    );
    return names.length === 0 ? "" : format.list(names);
  };
  const words = ({ what, type, fields }: Difference): string => {
    const step = type === null ? "" : stepName(type, i18n);
    switch (what) {
      case "changed":
        return t("flows.diff.changed", { step, fields: fieldsOf(fields) || t("flows.steps") });
      case "trigger":
        return t("flows.diff.trigger", { trigger: triggerName(after.trigger.type, i18n) });
      case "triggerChanged":
        return t("flows.diff.triggerChanged", { fields: fieldsOf(fields) });
      case "conditions":
        return t("flows.diff.conditions");
      case "once":
        return t(after.oncePerContact ? "flows.diff.once" : "flows.diff.often");
      default:
        return t(`flows.diff.${what}`, { step });
    }
  };
  return (
    <ul className="flow-differences">
      {found.map((difference) => {
        const Icon = icons[difference.what];
        return (
          <li key={`${difference.what} ${difference.path ?? ""}`} className={difference.what}>
            <Icon className="icon icon-14" aria-hidden />
            <span>{words(difference)}</span>
          </li>
        );
      })}
    </ul>
  );
}
