import type { VoiceAgent } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";

/** Whether it answers. `numbers`: how many numbers lead to it, besides chat channels; null: not known yet. */
export function AgentState({ agent: { isActive, answersChannelIds }, numbers }: { agent: VoiceAgent; numbers: number | null }) {
  const { t } = useI18n();
  const alone = isActive && numbers === 0 && answersChannelIds.length === 0;
  return (
    <Chip tone={!isActive ? "plain" : alone ? "warn" : "ok"}>{t(!isActive ? "voice.off" : alone ? "voice.noNumber" : "voice.on")}</Chip>
  );
}
