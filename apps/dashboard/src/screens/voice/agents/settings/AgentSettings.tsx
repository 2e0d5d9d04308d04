import { MessagesSquare, Save } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { VoiceAgent } from "@parley/sdk";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { useActions } from "../../../../keys/actions.ts";
import { toast } from "../../../../shell/toast.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Chip } from "../../../../ui/Chip.tsx";
import { Form } from "../../../../ui/fields/Form.tsx";
import { Drawer } from "../../../../ui/overlays/Drawer.tsx";
import { type AgentSection, agentSections } from "../../voice-parts.ts";
import { Obstacles } from "../Obstacles.tsx";
import { VoiceTrial } from "../trial/VoiceTrial.tsx";
import { useObstacles } from "../useObstacles.ts";
import { AfterCallSection } from "./AfterCallSection.tsx";
import { HoursSection } from "./HoursSection.tsx";
import { LimitsSection } from "./LimitsSection.tsx";
import { OpeningSection } from "./OpeningSection.tsx";
import { PersonaSection } from "./PersonaSection.tsx";
import { RecordingSection } from "./RecordingSection.tsx";
import { ScopeSection } from "./ScopeSection.tsx";
import { SpeechSection } from "./SpeechSection.tsx";
import { ToolsSection } from "./ToolsSection.tsx";
import { TransferSection } from "./TransferSection.tsx";
import { useAgentForm } from "./useAgentForm.ts";

const parts = {
  persona: PersonaSection,
  opening: OpeningSection,
  speech: SpeechSection,
  scope: ScopeSection,
  tools: ToolsSection,
  transfer: TransferSection,
  hours: HoursSection,
  limits: LimitsSection,
  recording: RecordingSection,
  afterCall: AfterCallSection,
};

/** All settings as one form, scrolled to a section, with a trial conversation in writing next to it. */
export function AgentSettings({ agent, section }: { agent: VoiceAgent; section: AgentSection }) {
  const { t } = useI18n();
  const form = useAgentForm(agent);
  const { obstacles } = useObstacles(agent);
  const element = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [trying, setTrying] = useState(false);
  const mayTry = !form.isReadOnly;
  useEffect(() => {
    // The first section is below the obstacles, which should be read first.
    if (section !== agentSections[0]) element.current?.querySelector(`#voice-${section}`)?.scrollIntoView({ block: "start" });
  }, [section]);
  useActions([
    {
      ...({ id: "voice.save", label: "common.save", group: "shell.voice", icon: Save, keys: "mod+s", inFields: true } as const),
      enabled: form.isDirty,
      run: () => element.current?.requestSubmit(),
    },
    {
      ...({ id: "voice.try", label: "voice.try", group: "shell.voice", icon: MessagesSquare, keys: "q" } as const),
      enabled: mayTry,
      // Without room for the panel, it opens over the page.
      run: () => (field.current?.offsetParent == null ? setTrying(true) : field.current.focus()),
    },
  ]);
  async function save() {
    const { version } = await form.save();
    toast.show({ tone: "ok", text: t("chatbot.savedAs", { n: version }) });
  }
  return (
    <div className={mayTry ? "chatbot-settings" : "chatbot-settings alone"}>
      <div className="scroll chatbot-form">
        {mayTry && (
          <div className="chatbot-try">
            <Button icon={MessagesSquare} onPress={() => setTrying(true)}>
              {t("voice.try")}
            </Button>
          </div>
        )}
        <Form ref={element} label={t("chatbot.settings")} onSubmit={save} className="chatbot-sections">
          {obstacles.length > 0 && (
            <div className="pt-6">
              <Obstacles obstacles={obstacles} />
            </div>
          )}
          {agentSections.map((id) => {
            const Part = parts[id];
            return (
              <section key={id} id={`voice-${id}`} className="chatbot-section" aria-labelledby={`voice-${id}-title`}>
                <h2 id={`voice-${id}-title`}>{t(`voice.section.${id}`)}</h2>
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
                  {t("chatbot.saveAs", { n: agent.version + 1 })}
                </Button>
              </span>
            </div>
          )}
        </Form>
      </div>
      {mayTry && (
        <aside className="chatbot-playground" aria-label={t("voice.try")}>
          <VoiceTrial agent={agent} fieldRef={field} />
        </aside>
      )}
      {trying && (
        <Drawer title={t("voice.try")} isOpen onOpenChange={setTrying}>
          <VoiceTrial agent={agent} />
        </Drawer>
      )}
    </div>
  );
}
