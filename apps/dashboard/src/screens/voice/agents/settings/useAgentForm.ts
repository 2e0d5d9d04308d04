import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { VoiceAgent } from "@parley/sdk";
import { can, meQuery } from "../../../../api/session.ts";
import { saveVoiceAgent } from "../../../../api/automation/voice.ts";
import { useSettingsForm } from "../../../../parts/settings-form/useSettingsForm.ts";
import { patches } from "./patch.ts";

export const draftPlace = (id: string): string => `form/voice-agent/${id}`;

export function useAgentForm(saved: VoiceAgent) {
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const mayWrite = can(me, "voice:write");
  const form = useSettingsForm({
    ...{ saved, patches, mayWrite, place: draftPlace(saved.id) },
    save: (update) => saveVoiceAgent(client, saved.id, update),
  });
  return { ...form, isReadOnly: !mayWrite };
}

export type AgentForm = ReturnType<typeof useAgentForm>;
