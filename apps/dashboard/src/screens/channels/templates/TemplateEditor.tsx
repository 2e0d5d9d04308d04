import "../../../styles/screens/broadcasts.css";
import "../../../styles/screens/templates.css";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Send, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import type { Channel, Template } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { settleDraft } from "../../../api/live/settle-draft.ts";
import { templateQuery } from "../../../api/inbox/templates.ts";
import { useDraft } from "../../../api/inbox/useDraft.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { TemplateBubble } from "../../../parts/templates/TemplateBubble.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { ButtonFields } from "./ButtonFields.tsx";
import {
  type Category,
  categories,
  componentsOf,
  draftOf,
  emptyDraft,
  isCode,
  readDraft,
  type TemplateDraft,
  variablesIn,
} from "./draft.ts";
import { AboutFields } from "./AboutFields.tsx";
import { CodeBubble } from "./CodeBubble.tsx";
import { CodeFields } from "./CodeFields.tsx";
import { ReviewState } from "./ReviewState.tsx";
import { TemplateHead } from "./TemplateHead.tsx";
import { TextFields } from "./TextFields.tsx";

interface Props {
  channel: Channel;
  /** Absent for a new one. */
  template?: Template;
  isCategoryFixed?: boolean;
}

/** A template as fields, with a preview of what the customer sees. Submitting it requests the platform's approval. */
export function TemplateEditor({ channel, template, isCategoryFixed = false }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [pending, setPending] = useState(false);
  // Unsubmitted edits survive leaving and reloading the page.
  const place = draftPlace(channel.id, template?.id);
  const [draftText, keep] = useDraft(place);
  const saved = template === undefined ? emptyDraft : draftOf(template);
  const draft = readDraft(draftText) ?? saved;
  const change = (patch: Partial<TemplateDraft>) => keep(JSON.stringify({ ...draft, ...patch }));
  const isChanged = draftText !== "" && JSON.stringify(draft) !== JSON.stringify(saved);

  async function submit() {
    const { name, language, category, format } = draft;
    const components = componentsOf(draft);
    setPending(true);
    try {
      const made = await (template === undefined
        ? api.channels.templates.create(channel.id, {
            name: name.trim(),
            language,
            category: categoryOf(category),
            ...(isCode(draft) ? {} : { parameterFormat: format }),
            components,
          })
        : api.channels.templates.update(channel.id, template.id, {
            components,
            ...(category === saved.category ? {} : { category: categoryOf(category) }),
          }));
      client.setQueryData(templateQuery(channel.id, made.id).queryKey, made);
      if (template !== undefined) settleDraft(place, { submitted: draftText });
      await client.invalidateQueries({ queryKey: ["templates", "list"] }, { throwOnError: false });
      toast.show({ tone: "ok", text: t("templates.submitted") });
      await navigate({
        to: "/channels/$channelId/templates/$templateId",
        params: { channelId: channel.id, templateId: made.id },
        replace: template === undefined,
      });
      // The form shows a new one until its own page is open.
      if (template === undefined) settleDraft(place, { submitted: draftText, to: draftPlace(channel.id, made.id) });
    } finally {
      setPending(false);
    }
  }
  const send = () => {
    const field = document.activeElement;
    // The browser fires a change event when the field is left, which after the response would clear the error there.
    if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && form.current?.contains(field) === true) {
      field.blur();
      field.focus();
    }
    form.current?.requestSubmit();
  };
  useActions([
    {
      ...({ id: "templates.submit", label: "templates.submit", group: "shell.channels", icon: Send } as const),
      ...({ keys: "mod+enter", inFields: true } as const),
      enabled: isChanged,
      run: send,
    },
  ]);
  const [headerVariable] = variablesIn(draft.header.text);
  return (
    <>
      <TemplateHead channel={channel} template={template} mayDelete>
        {isChanged && (
          <Button size="small" icon={Undo2} label={t("templates.discard")} onPress={() => keep("")}>
            <span className="only-desktop">{t("templates.discard")}</span>
          </Button>
        )}
        <Button
          size="small"
          variant="primary"
          icon={Send}
          keys="mod+enter"
          hideKeys
          isPending={pending}
          isDisabled={!isChanged}
          onPress={send}
        >
          {t("templates.submit")}
        </Button>
      </TemplateHead>
      <div className="making">
        <div className="scroll">
          <Form ref={form} className="making-cards" label={t("templates.new")} onSubmit={submit}>
            {template !== undefined && <ReviewState template={template} isEditable />}
            <AboutFields draft={draft} isNew={template === undefined} isCategoryFixed={isCategoryFixed} onChange={change} />
            {isCode(draft) ? (
              <CodeFields draft={draft} onChange={change} />
            ) : (
              <>
                <TextFields channelId={channel.id} draft={draft} onChange={change} />
                <ButtonFields draft={draft} onChange={change} />
              </>
            )}
          </Form>
        </div>
        <aside className="making-preview scroll" aria-label={t("broadcasts.preview")}>
          <span className="text-12 text-text-3">{t(isCode(draft) ? "templates.code.preview" : "templates.preview.text")}</span>
          <div className="phone-frame">
            {isCode(draft) ? (
              <CodeBubble code={draft.code} />
            ) : (
              <TemplateBubble
                template={{ components: componentsOf(draft) }}
                values={draft.samples}
                headerValues={headerVariable === undefined ? {} : { [headerVariable]: draft.header.sample }}
              />
            )}
          </div>
        </aside>
      </div>
    </>
  );
}

const draftPlace = (channelId: string, id = "new"): string => `form/template/${channelId}/${id}`;

const categoryOf = (category: string): Category => categories.find((each) => each === category) ?? "UTILITY";
