import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { UpdateVoiceAgent, VoiceAgent } from "@parley/sdk";
import { useDraft } from "../../../../api/inbox/useDraft.ts";
import { can, meQuery } from "../../../../api/session.ts";
import { saveVoiceAgent } from "../../../../api/voice.ts";
import { cleanPatch, type Group, mergePatch, readPatch, readyPatch } from "./patch.ts";

export const draftPlace = (id: string): string => `form/voice-agent/${id}`;

/** A voice agent's settings with what is typed over them. Unsaved changes stay in this browser until they are saved. */
export function useAgentForm(saved: VoiceAgent) {
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const [text, keep] = useDraft(draftPlace(saved.id));
  const typed = useRef(text);
  typed.current = text;
  const [resets, setResets] = useState(0);
  const mayWrite = can(me, "voice:write");
  const patch = mayWrite ? cleanPatch(saved, readPatch(text)) : {};
  function change(next: UpdateVoiceAgent) {
    keepChanges(cleanPatch(saved, { ...readPatch(text), ...next }));
  }
  function keepChanges(clean: UpdateVoiceAgent) {
    keep(Object.keys(clean).length === 0 ? "" : JSON.stringify(clean));
  }
  function settle() {
    keep("");
    setResets((count) => count + 1);
  }
  return {
    values: mergePatch(saved, patch),
    isReadOnly: !mayWrite,
    isDirty: Object.keys(patch).length > 0,
    change,
    changeIn: <Of extends Group>(group: Of, fields: Partial<VoiceAgent[Of]>) => change({ [group]: { ...patch[group], ...fields } }),
    /** Fields that keep what they show by themselves begin anew with it. */
    resets,
    discard: settle,
    async save(): Promise<VoiceAgent> {
      const done = await saveVoiceAgent(client, saved.id, readyPatch(patch));
      // What was typed meanwhile is not saved yet.
      if (typed.current === text) settle();
      else keepChanges(cleanPatch(done, readPatch(typed.current)));
      return done;
    },
  };
}

export type AgentForm = ReturnType<typeof useAgentForm>;
