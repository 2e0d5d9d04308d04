import { ClipboardList } from "lucide-react";
import type { JsonValue } from "@parley/sdk";
import { useI18n } from "../../../../../i18n/i18n.tsx";
import { Line } from "../Line.tsx";
import { formAnswers } from "./form-answers.ts";

/** The chat app gives this name to every form that a business made itself. */
const unnamed = "flow";

/** The answers to a form: always as text, never as markup or links. */
export function FormBody({ form, name }: { form: JsonValue; name: string | null }) {
  const { t } = useI18n();
  const answers = formAnswers(form);
  const title = t("message.form");
  return (
    <>
      <Line icon={ClipboardList} text={name === null || name === unnamed ? title : `${title} · ${name.replaceAll("_", " ")}`} />
      {answers.length === 0 && <span className="block text-text-2">{t("message.form.empty")}</span>}
      {answers.length > 0 && (
        <dl className="form-answers">
          {answers.map(({ label, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message's answers never change their order
            <div key={index}>
              {label !== null && <dt dir="auto">{label}</dt>}
              <dd dir="auto">{typeof value === "boolean" ? t(value ? "common.yes" : "common.no") : value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
