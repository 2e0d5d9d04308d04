import type { Template } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { reasonOf, templateTones } from "./template-state.ts";

/** The platform's decision, the reason, and what it means for sending. */
export function ReviewState({ template, isEditable = false }: { template: Template; isEditable?: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const reason = reasonOf(template, i18n);
  return (
    <Notice tone={templateTones[template.status]} role="status">
      {t(`templates.state.${template.status}`)}
      {reason !== null && <bdi className="block">{reason}</bdi>}
      {isEditable && <span className="block text-12">{t("templates.editing")}</span>}
    </Notice>
  );
}
