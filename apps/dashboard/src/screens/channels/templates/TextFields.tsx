import { useRef } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import {
  type HeaderDraft,
  headerSamples,
  type MediaFormat,
  mediaFormats,
  placeOf,
  samplesField,
  type TemplateDraft,
  variablesIn,
  withVariable,
} from "./draft.ts";
import { HeaderFile } from "./HeaderFile.tsx";

interface Props {
  channelId: string;
  draft: TemplateDraft;
  onChange(patch: Partial<TemplateDraft>): void;
}

/** Header, body and footer, and an example for each variable, which the platform's reviewers read. */
export function TextFields({ channelId, draft, onChange }: Props) {
  const { t } = useI18n();
  const area = useRef<HTMLTextAreaElement>(null);
  const variables = variablesIn(draft.body);
  const samples = `${placeOf(draft, "body")}.example.${samplesField(draft)}`;
  // The server reports them all at once: the first empty one shows the error.
  const empty = variables.find((name) => (draft.samples[name] ?? "").trim() === "") ?? variables[0];
  function insert() {
    const { text, cursor } = withVariable(draft.body, area.current?.selectionStart ?? draft.body.length, draft.format);
    onChange({ body: text });
    // Once it contains the new text.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(cursor, cursor);
    });
  }
  return (
    <section className="card" aria-label={t("templates.text")}>
      <div className="card-head">
        <h2>{t("templates.text")}</h2>
        <Button size="small" className="ms-auto" onPress={insert}>
          {t("templates.insert")}
        </Button>
      </div>
      <div className="card-body">
        <HeaderFields channelId={channelId} draft={draft} onChange={onChange} />
        <TextArea
          label={t("templates.body")}
          name={`${placeOf(draft, "body")}.text`}
          isRequired
          rows={4}
          areaRef={area}
          value={draft.body}
          onChange={(body) => onChange({ body })}
        />
        {variables.length > 0 && (
          <div className="making-fields" role="group" aria-label={t("templates.samples")}>
            {variables.map((name) => (
              <TextField
                key={name}
                label={t("templates.sample", { name: `{{${name}}}` })}
                {...(name === empty ? { name: samples } : {})}
                value={draft.samples[name] ?? ""}
                onChange={(value) => onChange({ samples: { ...draft.samples, [name]: value } })}
              />
            ))}
          </div>
        )}
        <TextField
          label={t("templates.footer")}
          name={`${placeOf(draft, "footer")}.text`}
          isOptional
          value={draft.footer}
          onChange={(footer) => onChange({ footer })}
        />
      </div>
    </section>
  );
}

const isMedia = (kind: HeaderDraft["kind"]): kind is MediaFormat => mediaFormats.some((each) => each === kind);

function HeaderFields({ channelId, draft, onChange }: Props) {
  const { t } = useI18n();
  const { header } = draft;
  const at = placeOf(draft, "header");
  const kinds = ["none", "text", "location", ...mediaFormats, ...(header.raw === undefined ? [] : ["kept" as const])] as const;
  const [variable] = variablesIn(header.text);
  const change = (patch: Partial<HeaderDraft>) => onChange({ header: { ...header, ...patch } });
  return (
    <div className="making-fields">
      <Select<HeaderDraft["kind"]>
        label={t("templates.header")}
        value={header.kind}
        options={kinds.map((id) => ({ id, name: t(isMedia(id) ? `template.header.${id}` : `templates.header.${id}`) }))}
        onChange={(kind) => kind !== header.kind && change({ kind, text: "", sample: "" })}
      />
      {isMedia(header.kind) && (
        <HeaderFile
          key={header.kind}
          channelId={channelId}
          format={header.kind}
          name={`${at}.example.header_handle`}
          header={header}
          onChange={change}
        />
      )}
      {header.kind === "text" && (
        <TextField
          label={t("templates.header.words")}
          name={`${at}.text`}
          isRequired
          value={header.text}
          onChange={(text) => change({ text })}
        />
      )}
      {header.kind === "text" && variable !== undefined && (
        <TextField
          label={t("templates.sample", { name: `{{${variable}}}` })}
          name={`${at}.example.${headerSamples(draft)}`}
          value={header.sample}
          onChange={(sample) => change({ sample })}
        />
      )}
    </div>
  );
}
