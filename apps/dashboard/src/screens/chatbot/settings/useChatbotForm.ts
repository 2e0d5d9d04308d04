import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Chatbot, UpdateChatbot } from "@parley/sdk";
import { saveChatbot } from "../../../api/chatbots.ts";
import { useDraft } from "../../../api/inbox/useDraft.ts";
import { can, meQuery } from "../../../api/session.ts";
import { cleanPatch, type Group, mergePatch, readPatch, readyPatch, settingsOf } from "./patch.ts";

export const draftPlace = (id: string): string => `form/chatbot/${id}`;

/** A chatbot's settings with what is typed over them. Unsaved changes stay in this browser until they are saved. */
export function useChatbotForm(saved: Chatbot) {
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const [text, keep] = useDraft(draftPlace(saved.id));
  const typed = useRef(text);
  typed.current = text;
  const [resets, setResets] = useState(0);
  const mayWrite = can(me, "chatbot:write");
  const patch = mayWrite ? cleanPatch(saved, readPatch(text)) : {};
  const isDirty = Object.keys(patch).length > 0;
  function change(next: UpdateChatbot) {
    keepChanges(cleanPatch(saved, { ...readPatch(text), ...next }));
  }
  function keepChanges(clean: UpdateChatbot) {
    keep(Object.keys(clean).length === 0 ? "" : JSON.stringify(clean));
  }
  function settle() {
    keep("");
    setResets((count) => count + 1);
  }
  return {
    saved,
    values: mergePatch(saved, patch),
    mayWrite,
    isDirty,
    /** For trials and evaluations; undefined: nothing that they would notice is unsaved. */
    settings: settingsOf(patch),
    change,
    changeIn: <Of extends Group>(group: Of, fields: Partial<Chatbot[Of]>) => change({ [group]: { ...patch[group], ...fields } }),
    /** Fields that keep what they show by themselves begin anew with it. */
    resets,
    discard: settle,
    async save(): Promise<Chatbot> {
      const done = await saveChatbot(client, saved.id, readyPatch(patch));
      // What was typed meanwhile is not saved yet.
      if (typed.current === text) settle();
      else keepChanges(cleanPatch(done, readPatch(typed.current)));
      return done;
    },
  };
}

export type ChatbotForm = ReturnType<typeof useChatbotForm>;
