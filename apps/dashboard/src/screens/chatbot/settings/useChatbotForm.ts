import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Chatbot } from "@parley/sdk";
import { saveChatbot } from "../../../api/automation/chatbots.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useSettingsForm } from "../../../parts/settings-form/useSettingsForm.ts";
import { patches, settingsOf } from "./patch.ts";

export const draftPlace = (id: string): string => `form/chatbot/${id}`;

export function useChatbotForm(saved: Chatbot) {
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const mayWrite = can(me, "chatbot:write");
  const form = useSettingsForm({
    ...{ saved, patches, mayWrite, place: draftPlace(saved.id) },
    save: (update) => saveChatbot(client, saved.id, update),
  });
  return {
    ...form,
    saved,
    mayWrite,
    /** For trials and evaluations; undefined: no unsaved edit would affect them. */
    settings: settingsOf(form.patch),
  };
}

export type ChatbotForm = ReturnType<typeof useChatbotForm>;
