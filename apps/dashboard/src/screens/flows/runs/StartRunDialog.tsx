import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Flow } from "@parley/sdk";
import { useOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { runsChanged } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { useConversationSearch } from "./useConversationSearch.ts";

/** Starts the active version manually: for a contact, or in a conversation. */
export function StartRunDialog({ flow, onClose }: { flow: Flow; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const navigate = useNavigate();
  const findConversations = useConversationSearch();
  const [kind, setKind] = useState<"conversationId" | "contactId">("conversationId");
  const [id, setId] = useState<string | null>(null);
  async function start() {
    const body = kind === "contactId" ? { contactId: id ?? "" } : { conversationId: id ?? "" };
    const run = await once([flow.id, body], (options) => api.flows.runs.start(flow.id, body, options));
    await runsChanged(client);
    await navigate({ to: "/flows/$flowId/$part/$runId", params: { flowId: flow.id, part: "runs", runId: run.id } });
    onClose();
  }
  return (
    <FormDialog title={t("flows.start")} verb={t("flows.start.verb")} isDisabled={id === null} onSubmit={start} onClose={onClose}>
      <p className="hint">{t("flows.start.hint")}</p>
      <Segmented
        label={t("flows.start")}
        value={kind}
        segments={[
          { id: "conversationId", name: t("flows.dryRun.conversation") },
          { id: "contactId", name: t("start.contact") },
        ]}
        onChange={(next) => {
          setKind(next);
          setId(null);
        }}
      />
      {kind === "conversationId" ? (
        <ComboBox key={kind} label={t("flows.dryRun.conversation")} name={kind} load={findConversations} value={id} onChange={setId} />
      ) : (
        <ComboBox
          key={kind}
          label={t("start.contact")}
          name={kind}
          hint={t("start.contact.hint")}
          load={async (q, signal) =>
            (await api.contacts.list({ ...(q.trim() === "" ? {} : { q }), limit: 20 }, { signal }).page()).data.map((contact) => ({
              id: contact.id,
              name: contactName(contact, t("contact.unnamed")),
            }))
          }
          value={id}
          onChange={setId}
        />
      )}
    </FormDialog>
  );
}
