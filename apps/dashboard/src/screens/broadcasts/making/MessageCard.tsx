import { useI18n } from "../../../i18n/i18n.tsx";
import { ChannelGlyph } from "../../../parts/ChannelGlyph.tsx";
import { isAbove } from "../../../parts/templates/part-fields.ts";
import { PartFields } from "../../../parts/templates/PartFields.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Card } from "./Card.tsx";
import { blocked, partsToSet, suggested, type VariableDraft, variablesToSet } from "./form.ts";
import type { BroadcastFormState } from "./useBroadcastForm.ts";
import { type FieldSource, useFieldSources } from "./useFieldSources.ts";

/** The channel and the message: an approved template with its variables, or a text on a channel without templates. */
export function MessageCard({ making }: { making: BroadcastFormState }) {
  const { t } = useI18n();
  const { form, change, channels, channel, hasTemplates, templates, templatesError, template, content } = making;
  const sources = [{ id: "", name: t("broadcasts.sameForAll") }, ...useFieldSources()];
  const approved = (templates ?? []).filter(({ status }) => status === "approved");
  const block = template === undefined ? null : blocked(form, template);
  const partsThat = (above: boolean) =>
    hasTemplates &&
    template !== undefined && (
      <PartFields
        fields={partsToSet(form, template).filter((field) => isAbove(field) === above)}
        values={form.parts}
        hint={t("broadcasts.sameForAll")}
        onChange={(parts) => change({ parts })}
      />
    );
  return (
    <Card title={t("broadcasts.message")} n={2} isDone={content !== null}>
      <div className="making-fields">
        <Select
          label={t("broadcasts.from")}
          name="channelId"
          value={form.channelId}
          options={channels.map(({ id, name, kind, externalId, status }) => ({
            ...{ id, name, start: <ChannelGlyph kind={kind} silent /> },
            description: status === "Connected" ? externalId : t(`channels.status.${status}`),
          }))}
          onChange={(channelId) => channelId !== form.channelId && change({ channelId, template: null, variables: {}, parts: {} })}
        />
        {hasTemplates && (
          <ComboBox
            key={`${form.channelId} ${templates === undefined}`}
            label={t("broadcasts.template")}
            value={template?.id ?? null}
            empty={t("template.noMatch")}
            options={approved.map(({ id, name, language }) => ({ id, name: `${name} · ${language}` }))}
            onChange={(id) => {
              const next = approved.find((each) => each.id === id);
              if (next !== undefined && next.id !== template?.id)
                change({ template: { name: next.name, language: next.language }, variables: suggested(next), parts: {} });
            }}
          />
        )}
        {partsThat(true)}
        {hasTemplates &&
          template !== undefined &&
          variablesToSet(form, template).map((name) => (
            <VariableField
              key={`${template.id} ${name}`}
              name={name}
              value={form.variables[name] ?? { field: "", text: "" }}
              sources={sources}
              onChange={(value) => change({ variables: { ...form.variables, [name]: value } })}
            />
          ))}
        {partsThat(false)}
      </div>
      {templatesError !== null && <PartError error={templatesError} />}
      {form.template !== null && templates !== undefined && template?.status !== "approved" && (
        <Notice tone="warn">{t("broadcasts.templateGone", { name: form.template.name })}</Notice>
      )}
      {block !== null && <Notice tone="warn">{t(`template.block.${block}`)}</Notice>}
      {channel !== undefined && !hasTemplates && (
        <TextArea
          label={t("broadcasts.text")}
          name="messageContent.text"
          hint={t("broadcasts.text.hint", { example: "{{contact.firstName|there}}" })}
          maxLength={channel.capabilities.textCharactersMax}
          value={form.text}
          onChange={(text) => change({ text })}
        />
      )}
    </Card>
  );
}

interface VariableProps {
  name: string;
  value: VariableDraft;
  sources: readonly FieldSource[];
  onChange(value: VariableDraft): void;
}

/** One variable: the same text for all, or a field of each contact. */
function VariableField({ name, value, sources, onChange }: VariableProps) {
  const { t } = useI18n();
  const title = t("template.variable", { name });
  return (
    <div className="variable" role="group" aria-label={title}>
      <Select
        label={title}
        value={value.field}
        options={sources.some(({ id }) => id === value.field) ? sources : [...sources, { id: value.field, name: value.field }]}
        onChange={(field) => onChange({ ...value, field })}
      />
      <TextField
        label={value.field === "" ? t("broadcasts.value") : t("broadcasts.fallback")}
        {...(value.field === "" ? {} : { placeholder: t("broadcasts.fallback.none") })}
        maxLength={1024}
        value={value.text}
        onChange={(text) => onChange({ ...value, text })}
      />
    </div>
  );
}
