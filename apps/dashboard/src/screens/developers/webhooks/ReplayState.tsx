import { useQuery } from "@tanstack/react-query";
import type { WebhookReplay } from "@parley/sdk";
import { replayQuery } from "../../../api/settings/deliveries.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";

/** The progress of a replay started here. */
export function ReplayState({ started, onDone }: { started: WebhookReplay; onDone(): void }) {
  const { t } = useI18n();
  const { data = started } = useQuery({ ...replayQuery(started.webhookId, started.id), throwOnError: false });
  return (
    <p className="notice info m-4 items-center" role="status">
      <span className="grow">{t(`webhooks.replay.${data.state}`, { n: data.deliveries })}</span>
      {data.state !== "running" && (
        <Button size="small" variant="ghost" onPress={onDone}>
          {t("common.close")}
        </Button>
      )}
    </p>
  );
}
