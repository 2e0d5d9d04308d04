import { useQuery } from "@tanstack/react-query";
import type { WebhookEvent } from "@parley/sdk";
import { webhookEventQuery } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../../ui/Chip.tsx";
import { CodeBox } from "../../../ui/CodeBox.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { OrganizationLink } from "../frame/OrganizationLink.tsx";

const tones: Readonly<Record<WebhookEvent["state"], ChipTone>> = { pending: "warn", processing: "info", done: "ok", failed: "bad" };

export function WebhookEventState({ event: { state, outcome } }: { event: Pick<WebhookEvent, "state" | "outcome"> }) {
  const { t } = useI18n();
  return <Chip tone={tones[state]}>{t(outcome === null || state === "failed" ? `admin.event.${state}` : `admin.outcome.${outcome}`)}</Chip>;
}

/** One callback or delivery with its content, as far as it is stored. */
export function WebhookEventDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(webhookEventQuery(id));
  return (
    <Drawer title={data?.type ?? t("admin.event")} size="wide" isOpen onOpenChange={(open) => !open && onClose()}>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={5} />
      ) : (
        <div className="grid gap-4 p-4">
          {data.lastError !== null && (
            <Notice tone="bad">
              <bdi>{data.lastError}</bdi>
            </Notice>
          )}
          <dl className="facts wide">
            <dt>{t("inbox.status")}</dt>
            <dd>
              <WebhookEventState event={data} />
            </dd>
            <dt>{t("admin.organization")}</dt>
            <dd>
              <OrganizationLink id={data.organizationId} />
            </dd>
            {[data.id, data.channelId, data.endpointId, data.eventId].map(
              (each, at) =>
                each !== null && (
                  <IdLine
                    key={each}
                    label={t((["admin.id", "admin.channel", "admin.endpoint", "admin.event"] as const)[at] ?? "admin.id")}
                    id={each}
                  />
                ),
            )}
          </dl>
          {data.payload === null ? (
            <p className="text-text-3">{t("admin.event.gone")}</p>
          ) : (
            <CodeBox label={t("webhooks.sent")} code={JSON.stringify(data.payload, null, 2)} />
          )}
        </div>
      )}
    </Drawer>
  );
}

function IdLine({ label, id }: { label: string; id: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <CopyText text={id} label={label} />
      </dd>
    </>
  );
}
