import { FlaskConical, Save } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Chatbot } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { type Section, sections } from "../chatbot-search.ts";
import { Playground } from "../playground/Playground.tsx";
import { ChannelsSection } from "./ChannelsSection.tsx";
import { HandoverSection } from "./HandoverSection.tsx";
import { HoursSection } from "./HoursSection.tsx";
import { KnowledgeSection } from "./KnowledgeSection.tsx";
import { LimitsSection } from "./LimitsSection.tsx";
import { ModelSection } from "./ModelSection.tsx";
import { PersonaSection } from "./PersonaSection.tsx";
import { ScopeSection } from "./ScopeSection.tsx";
import { useChatbotForm } from "./useChatbotForm.ts";

const parts = {
  persona: PersonaSection,
  scope: ScopeSection,
  knowledge: KnowledgeSection,
  handover: HandoverSection,
  hours: HoursSection,
  model: ModelSection,
  limits: LimitsSection,
  channels: ChannelsSection,
};

/** All settings as one form, scrolled to a section, with the playground, which uses the form's edits. */
export function SettingsPart({ chatbot, section }: { chatbot: Chatbot; section: Section }) {
  const { t } = useI18n();
  const form = useChatbotForm(chatbot);
  const element = useRef<HTMLFormElement>(null);
  const question = useRef<HTMLTextAreaElement>(null);
  const [trying, setTrying] = useState(false);
  useEffect(() => {
    element.current?.querySelector(`#chatbot-${section}`)?.scrollIntoView({ block: "start" });
  }, [section]);
  const group = { group: "shell.chatbot" } as const;
  useActions([
    {
      ...group,
      ...({ id: "chatbot.save", label: "common.save", icon: Save, keys: "mod+s", inFields: true } as const),
      enabled: form.isDirty,
      run: () => element.current?.requestSubmit(),
    },
    {
      ...group,
      ...({ id: "chatbot.try", label: "chatbot.playground", icon: FlaskConical, keys: "q" } as const),
      enabled: form.mayWrite,
      // Without room for the panel, it opens over the page.
      run: () => (question.current?.offsetParent == null ? setTrying(true) : question.current.focus()),
    },
  ]);
  async function save() {
    const { version } = await form.save();
    toast.show({ tone: "ok", text: t("chatbot.savedAs", { n: version }) });
  }
  return (
    <div className={form.mayWrite ? "chatbot-settings" : "chatbot-settings alone"}>
      <div className="scroll chatbot-form">
        {form.mayWrite && (
          <div className="chatbot-try">
            <Button icon={FlaskConical} onPress={() => setTrying(true)}>
              {t("chatbot.playground")}
            </Button>
          </div>
        )}
        <Form ref={element} label={t("chatbot.settings")} onSubmit={save} className="chatbot-sections">
          {sections.map((id) => {
            const Part = parts[id];
            return (
              <section key={id} id={`chatbot-${id}`} className="chatbot-section" aria-labelledby={`chatbot-${id}-title`}>
                <h2 id={`chatbot-${id}-title`}>{t(`chatbot.section.${id}`)}</h2>
                <Part form={form} />
              </section>
            );
          })}
          {form.isDirty && (
            <div className="save-bar" role="status">
              <Chip tone="warn">{t("chatbot.unsaved")}</Chip>
              <span className="ms-auto flex gap-1.5">
                <Button onPress={form.discard}>{t("chatbot.discard")}</Button>
                <Button type="submit" variant="primary" keys="mod+s">
                  {t("chatbot.saveAs", { n: chatbot.version + 1 })}
                </Button>
              </span>
            </div>
          )}
        </Form>
      </div>
      {form.mayWrite && (
        <aside className="chatbot-playground" aria-label={t("chatbot.playground")}>
          <Playground form={form} questionRef={question} />
        </aside>
      )}
      {trying && (
        <Drawer title={t("chatbot.playground")} isOpen onOpenChange={setTrying}>
          <Playground form={form} />
        </Drawer>
      )}
    </div>
  );
}
