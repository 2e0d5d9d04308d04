import { useI18n } from "../../../i18n/i18n.tsx";
import { TemplateBubble } from "../../../parts/templates/TemplateBubble.tsx";
import type { CodeDraft } from "./code-draft.ts";

const sample = { "1": "481 516" };

/** An approximation of the platform's text, in the reader's language. */
export function CodeBubble({ code: { recommends, minutes, label } }: { code: CodeDraft }) {
  const { t } = useI18n();
  const body = [t("templates.code.body", { code: "{{1}}" }), ...(recommends ? [t("templates.code.recommendation")] : [])].join(" ");
  const components = [
    { type: "BODY", text: body },
    ...(minutes === null ? [] : [{ type: "FOOTER", text: t("templates.code.footer", { n: minutes }) }]),
    { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: label.trim() }] },
  ];
  return <TemplateBubble template={{ components }} values={sample} />;
}
