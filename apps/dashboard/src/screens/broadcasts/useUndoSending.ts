import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { settleDraft } from "../../api/live/settle-draft.ts";
import { broadcasts } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { showFailure } from "../../parts/show-failure.ts";
import { keptTime } from "./making/form.ts";
import { draftPlace } from "./making/useBroadcastForm.ts";

/** Turns a scheduled broadcast back into a draft, and opens it; `at` is the time that stays selected. */
export function useUndoSending(): (id: string, at: string | null) => Promise<void> {
  const i18n = useI18n();
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (id, at) => {
    try {
      const draft = await api.broadcasts.update(id, { scheduledAt: null });
      // Unless the form has unsaved text of its own.
      if (at !== null) settleDraft(draftPlace(id), { submitted: "", next: keptTime(at) });
      client.setQueryData(broadcasts.detailQuery(id).queryKey, draft);
      broadcasts.invalidate(client, id);
      void navigate({ to: "/broadcasts/$broadcastId/edit", params: { broadcastId: id } });
    } catch (error) {
      showFailure(error, i18n);
      broadcasts.invalidate(client, id);
    }
  };
}
