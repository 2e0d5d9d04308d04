import { useQueryClient } from "@tanstack/react-query";
import { type Flow, isApiError } from "@parley/sdk";
import { Save } from "lucide-react";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { flowChanged } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { type FlowEditor, SavedMeanwhile } from "./useFlowEditor.ts";

/** Saving a version and activating it. */
export function usePublishing({ flow, editor, mayWrite }: { flow: Flow; editor: FlowEditor; mayWrite: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [conflict, setConflict] = useState<number | null>(null);
  const next = flow.version + (editor.isDirty ? 1 : 0);
  const runs = flow.status === "active" && flow.activeVersion === next;

  async function attempt(work: () => Promise<void>): Promise<void> {
    if (isPending) return;
    setPending(true);
    try {
      await work();
      setConflict(null);
    } catch (error) {
      if (error instanceof SavedMeanwhile) setConflict(error.version);
      else if (isApiError(error) && error.details.length > 0)
        toast.show({ tone: "bad", text: t("flows.refused", { n: error.details.length }) });
      else showFailure(error, i18n);
    } finally {
      setPending(false);
    }
  }
  const save = (anyway = false) =>
    attempt(async () => {
      const saved = await editor.save({ anyway });
      toast.show({ tone: "ok", text: t("flows.saved", { version: saved.version }) });
    });
  const publish = () =>
    attempt(async () => {
      if (editor.isDirty) await editor.save();
      try {
        const active = await api.flows.activate(flow.id);
        await flowChanged(client, active);
        toast.show({ tone: "ok", text: t("flows.published", { version: active.version }) });
      } catch (error) {
        // The reasons with their places, in the server's words.
        if (isApiError(error) && error.status === 422) await editor.check();
        throw error;
      }
    });
  useActions([
    {
      ...({ id: "flow.save", label: "flows.save", group: "shell.flows", icon: Save, keys: "mod+s", inFields: true } as const),
      enabled: mayWrite && editor.isDirty,
      run: () => void save(),
    },
  ]);
  return {
    isPending,
    conflict,
    save: () => void save(),
    saveAnyway: () => void save(true),
    takeTheirs: () =>
      void attempt(async () => {
        const theirs = await api.flows.get(flow.id);
        await flowChanged(client, theirs);
        editor.discard(theirs);
      }),
    publish: () => void publish(),
    /** Null: the shown version is the active one. */
    verb: runs ? null : flow.activeVersion === null ? t("flows.activate") : t("flows.publish", { version: next }),
  };
}
