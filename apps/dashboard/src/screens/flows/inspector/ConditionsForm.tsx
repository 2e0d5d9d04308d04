import type { FlowConditions } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { AudienceEditor } from "../../../parts/audience/AudienceEditor.tsx";
import { type DraftAudience, draftOf } from "../../../parts/audience/rules.ts";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import type { Problem } from "../editor/useFlowEditor.ts";
import type { Model } from "../model/model.ts";
import { conditionWords } from "../model/step-texts.ts";
import { problemText } from "../problem-text.ts";
import type { Choices } from "../useNames.ts";
import { useConditionFields } from "./useConditionFields.ts";

interface Props {
  /** Undefined: none yet. */
  rules: FlowConditions | undefined;
  model: Model;
  choices: Choices;
  isReadOnly: boolean;
  problems: readonly Problem[];
  onChange(rules: FlowConditions | undefined): void;
}

/** Rules about the contact and the run's other data. Groups created through the API are kept. */
export function ConditionsForm({ rules, model, choices, isReadOnly, problems, onChange }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const fields = useConditionFields(model, choices);
  if (isReadOnly) return <p className="read-only">{rules === undefined ? t("common.none") : conditionWords(rules, choices.naming)}</p>;
  return (
    <div className="flow-rules">
      {problems.map((problem) => (
        <Notice key={`${problem.field} ${problem.issue}`} tone="bad">
          {t("flows.ruleProblem", { n: ruleNumber(problem.field), problem: problemText(problem, i18n) })}
        </Notice>
      ))}
      <AudienceEditor
        initial={draftOf((rules ?? { match: "all", rules: [] }) as never)}
        extraFields={fields}
        onChange={(draft: DraftAudience) =>
          onChange(draft.rules.length === 0 && draft.exclude === undefined ? undefined : (draft as FlowConditions))
        }
      />
    </div>
  );
}

/** `rules[1].value`, with or without the path of the rules: 2. */
const ruleNumber = (field: string): number => Number(/rules\[(\d+)\]/.exec(field)?.[1] ?? 0) + 1;
