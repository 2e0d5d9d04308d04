import { Check, ChevronLeft, ChevronRight, Circle } from "lucide-react";
import { useState } from "react";
import { serverNow } from "../../../api/clock.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { shownOf } from "../../../parts/templates/part-fields.ts";
import { TemplateBubble } from "../../../parts/templates/TemplateBubble.tsx";
import { Button } from "../../../ui/Button.tsx";
import { filledText, isComplete, valuesFor } from "./form.ts";
import type { BroadcastFormState } from "./useBroadcastForm.ts";
import { useFieldSources } from "./useFieldSources.ts";

/** What one recipient gets, what it costs, when it ends, and what is still missing. */
export function PreviewPane({ making }: { making: BroadcastFormState }) {
  const { t, format } = useI18n();
  const { form, channel, hasTemplates, template, preview } = making;
  const sources = useFieldSources();
  const [place, setPlace] = useState(0);
  const counted = preview?.data;
  // The sample comes from the whole audience, including people who are left out.
  const sample = (counted?.sample ?? []).filter(({ optIn }) => optIn !== "opted_out");
  const at = Math.min(place, Math.max(0, sample.length - 1));
  const contact = sample[at];
  const checks = [
    { id: "title", done: form.title.trim() !== "", text: t("broadcasts.check.title") },
    { id: "channel", done: channel?.status === "Connected", text: t("broadcasts.check.channel") },
    ...(hasTemplates
      ? [
          { id: "template", done: template?.status === "approved", text: t("broadcasts.check.template") },
          {
            id: "variables",
            done: template !== undefined && isComplete(form, template),
            text: t("broadcasts.check.variables"),
          },
        ]
      : [{ id: "text", done: form.text.trim() !== "", text: t("broadcasts.check.text") }]),
    { id: "audience", done: (counted?.sendable ?? 0) > 0, text: t("broadcasts.check.audience") },
    { id: "time", done: form.at === null || Date.parse(form.at) > serverNow(), text: t("broadcasts.check.time") },
  ];
  return (
    <aside className="making-preview scroll" aria-label={t("broadcasts.preview")}>
      {contact !== undefined && (
        <div className="flex items-center gap-1 text-12 text-text-3">
          <Button
            icon={ChevronLeft}
            label={t("broadcasts.previousPerson")}
            variant="ghost"
            size="small"
            isDisabled={at === 0}
            onPress={() => setPlace(at - 1)}
          />
          <span className="grow text-center">
            {t("broadcasts.asSeenBy", { name: contactName(contact, t("contact.unnamed")), n: at + 1, of: sample.length })}
          </span>
          <Button
            icon={ChevronRight}
            label={t("broadcasts.nextPerson")}
            variant="ghost"
            size="small"
            isDisabled={at === sample.length - 1}
            onPress={() => setPlace(at + 1)}
          />
        </div>
      )}
      <div className="phone-frame">
        {hasTemplates && template !== undefined ? (
          <TemplateBubble
            template={template}
            values={valuesFor(form, contact)}
            names={Object.fromEntries(
              Object.entries(form.variables).map(([name, { field }]) => [
                name,
                sources.find(({ id }) => id === field)?.name ?? (field === "" ? name : field),
              ]),
            )}
            {...shownOf(form.parts)}
          />
        ) : !hasTemplates && form.text.trim() !== "" ? (
          <div className="message out template-preview">
            <div className="bubble whitespace-pre-wrap" dir="auto">
              {(contact === undefined ? null : filledText(form.text, contact)) ?? form.text}
            </div>
          </div>
        ) : (
          <p className="m-auto text-center text-12 text-text-2">{t("broadcasts.preview.empty")}</p>
        )}
      </div>
      {counted !== undefined && (
        <dl className="card figures px-3.5 py-1">
          <div>
            <dt>{t("broadcasts.recipients")}</dt>
            <dd>{format.number(counted.sendable)}</dd>
          </div>
          <div>
            <dt>
              {t("broadcasts.cost")}
              <span className="block text-11 text-text-3">{t("broadcasts.cost.hint")}</span>
            </dt>
            <dd>{format.money(counted.cost.amount, counted.cost.currency)}</dd>
          </div>
          <div>
            <dt>{t("broadcasts.endsAbout")}</dt>
            <dd>
              <time dateTime={counted.estimatedCompletionAt} title={format.instant(counted.estimatedCompletionAt)}>
                {format.when(counted.estimatedCompletionAt)}
              </time>
            </dd>
          </div>
        </dl>
      )}
      <ul className="checks" aria-label={t("broadcasts.check")}>
        {checks.map(({ id, done, text }) => (
          <li key={id} className={done ? "done" : ""}>
            {done ? <Check className="icon icon-14" aria-hidden /> : <Circle className="icon icon-14" aria-hidden />}
            {text}
            <span className="sr-only">{t(done ? "broadcasts.check.done" : "broadcasts.check.missing")}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
