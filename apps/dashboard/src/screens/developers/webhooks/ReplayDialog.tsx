import { useState } from "react";
import { api } from "../../api/client.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { toast } from "../../shell/toast.ts";
import { Form } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Dialog, DialogContent, FormFooter } from "../../ui/overlays/Dialog.tsx";

const hourMs = 3_600_000;
const spans = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const;
type Span = keyof typeof spans;

/** Sends the events of a period again. Receivers recognise them by their ids. */
export function ReplayDialog({ webhookId, onClose, onStarted }: { webhookId: string; onClose(): void; onStarted(): void }) {
  const { t } = useI18n();
  const [span, setSpan] = useState<Span>("day");
  async function start() {
    const now = Date.now();
    await api.webhooks.replay(webhookId, { since: new Date(now - spans[span]).toISOString(), until: new Date(now).toISOString() });
    toast.show({ tone: "ok", text: t("webhooks.replaying") });
    onClose();
    onStarted();
  }
  return (
    <Dialog title={t("webhooks.replay")} size="small" isOpen onOpenChange={(open) => !open && onClose()}>
      <Form onSubmit={start}>
        <DialogContent>
          <p className="mb-3 text-text-2">{t("webhooks.replay.text")}</p>
          <Select
            label={t("webhooks.replay.span")}
            name="since"
            value={span}
            options={(Object.keys(spans) as Span[]).map((id) => ({ id, name: t(`webhooks.replay.${id}`) }))}
            onChange={(next) => setSpan(next as Span)}
          />
        </DialogContent>
        <FormFooter verb={t("webhooks.replay")} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
