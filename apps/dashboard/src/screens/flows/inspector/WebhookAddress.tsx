import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Flow } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { flows } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { SecretOnce } from "../../../ui/SecretOnce.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";

/** The URL that another system calls. It is a secret, and is shown once. */
export function WebhookAddress({ flow, isDirty, mayWrite }: { flow: Flow; isDirty: boolean; mayWrite: boolean }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const [url, setUrl] = useState<string | null>(null);
  const [asking, setAsking] = useState<"replace" | "delete" | null>(null);
  const isSaved = flow.trigger.type === "webhook";
  async function make() {
    try {
      setUrl((await api.flows.webhook.create(flow.id)).url);
      flows.invalidate(client, flow.id);
    } catch (error) {
      showFailure(error, i18n);
    }
  }
  return (
    <section className="grid gap-2" aria-label={t("flows.webhook")}>
      <h3 className="lab">{t("flows.webhook")}</h3>
      {url !== null ? (
        <SecretOnce title={t("flows.webhook")} secret={url} onDone={() => setUrl(null)}>
          {t("flows.webhook.use")}
        </SecretOnce>
      ) : flow.webhook !== null ? (
        <p className="text-12 text-text-2">{t("flows.webhook.since", { when: format.when(flow.webhook.createdAt) })}</p>
      ) : (
        <p className="hint">{t(isSaved ? "flows.webhook.none" : "flows.webhook.saveFirst")}</p>
      )}
      {mayWrite && url === null && (
        <span className="flex gap-2">
          <Button
            size="small"
            isDisabled={!isSaved || isDirty}
            onPress={() => (flow.webhook === null ? void make() : setAsking("replace"))}
          >
            {t(flow.webhook === null ? "flows.webhook.make" : "flows.webhook.replace")}
          </Button>
          {flow.webhook !== null && (
            <Button size="small" variant="danger" onPress={() => setAsking("delete")}>
              {t("common.delete")}
            </Button>
          )}
        </span>
      )}
      {asking !== null && (
        <ConfirmDialog
          title={t(asking === "replace" ? "flows.webhook.replace" : "flows.webhook.delete")}
          isOpen
          confirmLabel={t(asking === "replace" ? "flows.webhook.replace" : "common.delete")}
          onOpenChange={(open) => !open && setAsking(null)}
          onConfirm={async () => {
            if (asking === "replace") setUrl((await api.flows.webhook.create(flow.id)).url);
            else await api.flows.webhook.delete(flow.id);
            flows.invalidate(client, flow.id);
          }}
        >
          {t("flows.webhook.ends")}
        </ConfirmDialog>
      )}
    </section>
  );
}
