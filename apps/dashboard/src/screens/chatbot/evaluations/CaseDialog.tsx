import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ChatbotCase } from "@parley/sdk";
import { addCase, type Decision, evaluationsQuery, type CaseMessage } from "../../../api/automation/chatbots.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { CaseFields } from "./CaseFields.tsx";

/** What a case is created from: a real decision, or a trial. */
export interface CaseStart {
  message: string;
  history: readonly CaseMessage[];
  at?: string | undefined;
  decision: Decision;
  reason: string | null;
}

const fresh = "new";

/** Stores a question as a case of an evaluation, which may be a new one. */
export function CaseDialog({ chatbotId, start, onClose }: { chatbotId: string; start: CaseStart; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data } = useInfiniteQuery({ ...evaluationsQuery(chatbotId), throwOnError: false });
  const existing = data?.pages.flatMap((page) => page.data) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [kept, setKept] = useState<ChatbotCase>(() => caseOf(start));
  const into = chosen ?? existing[0]?.id ?? fresh;
  async function save() {
    await addCase(client, chatbotId, into === fresh ? { name } : { id: into }, kept);
    toast.show({ tone: "ok", text: t("evaluation.caseAdded") });
    onClose();
  }
  return (
    <FormDialog title={t("chatbot.asCase")} verb={t("common.save")} onSubmit={save} onClose={onClose}>
      <Select
        label={t("evaluation.into")}
        value={into}
        options={[...existing.map((each) => ({ id: each.id, name: each.name })), { id: fresh, name: t("evaluation.new") }]}
        onChange={setChosen}
      />
      {into === fresh && <TextField label={t("evaluation.name")} name="name" value={name} onChange={setName} maxLength={100} isRequired />}
      <CaseFields value={kept} onChange={setKept} at="cases[0]" />
    </FormDialog>
  );
}

const nameMax = 80;

function caseOf({ message, history, at, decision, reason }: CaseStart): ChatbotCase {
  const [line = ""] = message.split("\n");
  return {
    name: line.slice(0, nameMax),
    message,
    ...(history.length === 0 ? {} : { history: [...history] }),
    ...(at === undefined ? {} : { at }),
    expect: { decision, ...(reason === null ? {} : { reason }) },
  };
}
