import { useState } from "react";
import type { WebhookReplay } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { serverNow } from "../../../api/clock.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { DateTimePicker } from "../../../ui/fields/DatePicker.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Dialog, DialogContent, FormFooter } from "../../../ui/overlays/Dialog.tsx";

const hourMs = 3_600_000;
const spans = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const;
type Span = keyof typeof spans | "custom";
const choices: readonly Span[] = ["hour", "day", "week", "custom"];

/** Sends the events of a period again. Receivers recognise them by their ids. */
export function ReplayDialog({
  webhookId,
  onClose,
  onStarted,
}: {
  webhookId: string;
  onClose(): void;
  onStarted(replay: WebhookReplay): void;
}) {
  const { t } = useI18n();
  const [span, setSpan] = useState<Span>("day");
  const [since, setSince] = useState<string | null>(() => new Date(serverNow() - spans.day).toISOString());
  const [until, setUntil] = useState<string | null>(() => new Date(serverNow()).toISOString());
  async function start() {
    const now = serverNow();
    const period =
      span === "custom"
        ? { since: since ?? "", until: until ?? "" }
        : { since: new Date(now - spans[span]).toISOString(), until: new Date(now).toISOString() };
    const replay = await api.webhooks.replay(webhookId, period);
    onClose();
    onStarted(replay);
  }
  return (
    <Dialog title={t("webhooks.replay")} size="small" isOpen onOpenChange={(open) => !open && onClose()}>
      <Form onSubmit={start}>
        <DialogContent>
          <div className="grid gap-3">
            <p className="text-text-2">{t("webhooks.replay.text")}</p>
            <Select
              label={t("webhooks.replay.span")}
              value={span}
              options={choices.map((id) => ({ id, name: t(`webhooks.replay.${id}`) }))}
              onChange={setSpan}
              {...(span === "custom" ? {} : { name: "since" })}
            />
            {span === "custom" && (
              <>
                <DateTimePicker label={t("webhooks.replay.since")} name="since" value={since} onChange={setSince} />
                <DateTimePicker label={t("webhooks.replay.until")} name="until" value={until} onChange={setUntil} />
              </>
            )}
          </div>
        </DialogContent>
        <FormFooter verb={t("webhooks.replay")} isDisabled={span === "custom" && (since === null || until === null)} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
