import { useState } from "react";
import type { Conversation, Template, TemplateContent } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { blockOf, isAbove, partFields, problemOf, shownOf } from "../../../parts/templates/part-fields.ts";
import { PartFields } from "../../../parts/templates/PartFields.tsx";
import { TemplateBubble } from "../../../parts/templates/TemplateBubble.tsx";
import { prefill, prefillParts, templateContent } from "../../../parts/templates/template-content.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";

interface Props {
  template: Template;
  contact: Conversation["contact"];
  isPending: boolean;
  /** The first value was typed. */
  onBegin(): void;
  onSend(content: TemplateContent): void;
}

/** The fields of a template, its preview, and why it cannot be sent yet. */
export function TemplateFilling({ template, contact, isPending, onBegin, onSend }: Props) {
  const { t } = useI18n();
  const [values, setValues] = useState(() => prefill(template, contact));
  const [parts, setParts] = useState(() => prefillParts(template, contact));
  const [begun, setBegun] = useState(false);
  const fields = partFields(template);
  const problems = fields.map((field) => problemOf(field, parts[field.id]));
  const empty =
    template.variables.filter((name) => (values[name] ?? "").trim() === "").length +
    problems.filter((problem) => problem === "empty").length;
  const block = blockOf(template);
  const sendable = template.status === "approved" && block === null && empty === 0 && problems.every((problem) => problem === null);
  function begin() {
    if (begun) return;
    setBegun(true);
    onBegin();
  }
  const partsThat = (above: boolean) => (
    <PartFields
      fields={fields.filter((field) => isAbove(field) === above)}
      size="small"
      values={parts}
      onChange={(next) => {
        begin();
        setParts(next);
      }}
    />
  );
  return (
    <form
      className="template-fill"
      data-begun={begun || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (sendable) onSend(templateContent(template, values, parts));
      }}
    >
      {template.variables.length + fields.length > 0 && (
        <div className="grid gap-2">
          {partsThat(true)}
          {template.variables.map((name) => (
            <TextField
              key={name}
              label={t("template.variable", { name })}
              size="small"
              value={values[name] ?? ""}
              onChange={(value) => {
                begin();
                setValues((was) => ({ ...was, [name]: value }));
              }}
            />
          ))}
          {partsThat(false)}
        </div>
      )}
      <TemplateBubble template={template} values={values} {...shownOf(parts)} />
      <footer className="flex items-center gap-2">
        <span className="text-12 text-warn-text" role="status">
          {template.status !== "approved"
            ? t("template.notNow", { status: t(`template.status.${template.status}`) })
            : block !== null
              ? t(`template.block.${block}`)
              : empty > 0
                ? t("template.missing", { n: empty })
                : ""}
        </span>
        <Button type="submit" variant="accent" size="small" className="ms-auto" isDisabled={!sendable} isPending={isPending}>
          {t("template.send")}
        </Button>
      </footer>
    </form>
  );
}
