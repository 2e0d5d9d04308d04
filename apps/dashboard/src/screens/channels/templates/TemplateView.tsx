import "../../../styles/screens/broadcasts.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Channel, PreviewTemplate, Template, TemplateComponent, TemplatePreview } from "@parley/sdk";
import { templatePreviewQuery } from "../../../api/inbox/templates.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { TemplateBubble } from "../../../parts/templates/TemplateBubble.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { useSettled } from "../../../parts/fields/use-typed.ts";
import { qualities } from "../finding.ts";
import { canBeWritten, draftOf, type TemplateDraft, variablesIn } from "./draft.ts";
import { categoryName } from "./template-state.ts";
import { languageName } from "./template-languages.ts";
import { ReviewState } from "./ReviewState.tsx";
import { TemplateHead } from "./TemplateHead.tsx";

/** A template that cannot be changed now: its review status, and a preview with values to try. */
export function TemplateView({ channel, template, mayWrite }: { channel: Channel; template: Template; mayWrite: boolean }) {
  const i18n = useI18n();
  const { t, format, language } = i18n;
  const draft = draftOf(template);
  const quality = qualities[template.quality ?? ""];
  const [values, setValues] = useState<Record<string, string>>(draft.samples);
  const isFilled = template.variables.every((name) => (values[name] ?? "").trim() !== "");
  const settled = useSettled(JSON.stringify(valuesOf(template, draft, values)));
  const isAsked = isFilled && canBePreviewed(draft) && template.status !== "deleted";
  const { data, error, refetch, isFetching } = useQuery({
    ...templatePreviewQuery(channel.id, template.id, JSON.parse(settled) as PreviewTemplate),
    enabled: isAsked,
  });
  const [headerVariable] = variablesIn(draft.header.text);
  return (
    <>
      <TemplateHead channel={channel} template={template} mayDelete={mayWrite} />
      <div className="making">
        <div className="scroll">
          <div className="making-cards">
            <ReviewState template={template} />
            {mayWrite && !canBeWritten(template) && <Notice>{t("templates.onPlatform")}</Notice>}
            <dl className="card facts p-3.5">
              <dt>{t("templates.language")}</dt>
              <dd>{languageName(language, template.language)}</dd>
              <dt>{t("templates.category")}</dt>
              <dd>{categoryName(template.category, i18n)}</dd>
              {quality !== undefined && (
                <>
                  <dt>{t("channels.quality")}</dt>
                  <dd>{t(`channels.quality.${quality}`)}</dd>
                </>
              )}
              <dt>{t("templates.changed")}</dt>
              <dd>{format.when(template.updatedAt)}</dd>
            </dl>
            {template.variables.length > 0 && (
              <section className="card" aria-label={t("templates.samples")}>
                <div className="card-head">
                  <h2>{t("templates.samples")}</h2>
                </div>
                <div className="card-body">
                  <div className="making-fields">
                    {template.variables.map((name) => (
                      <TextField
                        key={name}
                        label={t("template.variable", { name })}
                        value={values[name] ?? ""}
                        onChange={(value) => setValues((was) => ({ ...was, [name]: value }))}
                      />
                    ))}
                  </div>
                </div>
              </section>
            )}
          </div>
        </div>
        <aside className="making-preview scroll" aria-label={t("broadcasts.preview")}>
          {error !== null && isAsked && <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />}
          <div className="phone-frame">
            {data !== undefined && isAsked ? (
              <TemplateBubble template={{ components: shownAs(data) }} values={{}} />
            ) : (
              <TemplateBubble
                template={template}
                values={values}
                headerValues={headerVariable === undefined ? {} : { [headerVariable]: draft.header.sample }}
              />
            )}
          </div>
        </aside>
      </div>
    </>
  );
}

/** A file in the header and the end of a URL are given when sending. */
const canBePreviewed = ({ header, buttons }: TemplateDraft): boolean =>
  header.kind !== "kept" &&
  header.kind !== "location" &&
  buttons.every(
    ({ type, value }) => type === "QUICK_REPLY" || type === "PHONE_NUMBER" || (type === "URL" && variablesIn(value).length === 0),
  );

function valuesOf(template: Template, { header }: TemplateDraft, values: Readonly<Record<string, string>>): PreviewTemplate {
  const of = (name: string) => values[name] ?? "";
  const [variable] = variablesIn(header.text);
  const named = template.parameterFormat === "named";
  return {
    variables: named ? template.variables.map((name) => ({ name, value: of(name) })) : template.variables.map(of),
    ...(variable === undefined
      ? {}
      : {
          components: [
            { type: "header", parameters: [{ type: "text", text: header.sample, ...(named ? { parameter_name: variable } : {}) }] },
          ],
        }),
  };
}

/** The server's preview, in the form of a template without variables. */
function shownAs({ header, body, footer, buttons }: TemplatePreview): TemplateComponent[] {
  return [
    ...(header === null ? [] : [{ type: "HEADER", format: header.format, ...(header.text === null ? {} : { text: header.text }) }]),
    { type: "BODY", text: body },
    ...(footer === null ? [] : [{ type: "FOOTER", text: footer }]),
    { type: "BUTTONS", buttons: buttons.map(({ type, text, url }) => ({ type, text, ...(url === null ? {} : { url }) })) },
  ];
}
