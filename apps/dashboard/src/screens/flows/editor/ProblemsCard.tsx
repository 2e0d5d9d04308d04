import { TriangleAlert } from "lucide-react";
import type { Flow } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { conditionsKey, find, triggerKey } from "../model/model.ts";
import { stepName, triggerName } from "../model/step-texts.ts";
import { problemText } from "../problem-text.ts";
import type { FlowEditor } from "./useFlowEditor.ts";

/** What prevents activation: the number of problems, the first of them, and a link to it. */
export function ProblemsCard({ flow, editor, onShow }: { flow: Flow; editor: FlowEditor; onShow(key: string): void }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { problems, model, audience } = editor;
  const [first] = problems;
  if (first === undefined)
    return audience === null ? null : (
      <p className="flow-problems card text-12 text-text-2" role="status">
        {audience.exact
          ? t("segments.count", { n: audience.count })
          : t("segments.about", { from: format.number(audience.countRange.from), to: format.number(audience.countRange.to) })}
      </p>
    );
  const { key } = first;
  const name =
    key === null
      ? flow.name
      : key === triggerKey
        ? triggerName(model.trigger.type, i18n)
        : key === conditionsKey
          ? t("flows.conditions")
          : stepName(find(model, key)?.node.fields.type ?? "", i18n);
  return (
    <div className="flow-problems card" role="status">
      <TriangleAlert className="icon text-warn-text" aria-hidden />
      <span className="min-w-0">
        <b className="block font-medium">{t("flows.problems", { n: problems.length })}</b>
        <span className="text-12 text-text-2">{t("flows.problemAt", { name, problem: problemText(first, i18n) })}</span>
      </span>
      {key !== null && (
        <Button size="small" variant="ghost" onPress={() => onShow(key)}>
          {t("flows.show")}
        </Button>
      )}
    </div>
  );
}
