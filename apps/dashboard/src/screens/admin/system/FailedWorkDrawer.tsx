import { CircleCheckBig } from "lucide-react";
import { useState } from "react";
import type { FailedWork } from "@parley/sdk";
import { failedWorkQuery } from "../../../api/admin/admin.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { When } from "../../../parts/When.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { OrganizationLink } from "../frame/OrganizationLink.tsx";
import { useRun } from "../frame/useRun.ts";
import { RetryQueue } from "./RetryQueue.tsx";
import { useQueueName } from "./useQueueName.ts";

interface Props {
  queue: string;
  mayWrite: boolean;
  onClose(): void;
}

/** A queue's failed items with their reasons; each can be retried or discarded. */
export function FailedWorkDrawer({ queue, mayWrite, onClose }: Props) {
  const { t } = useI18n();
  const { now, inForm } = useRun();
  const nameOf = useQueueName();
  const [discarded, setDiscarded] = useState<FailedWork | null>(null);
  return (
    <Drawer
      title={t("admin.work.of", { name: nameOf(queue) })}
      size="wide"
      isOpen
      onOpenChange={(open) => !open && onClose()}
      actions={mayWrite && <RetryQueue name={queue} />}
    >
      <ListFrame<FailedWork>
        query={failedWorkQuery(queue)}
        label={t("admin.work.of", { name: nameOf(queue) })}
        rowId={({ id }) => id}
        columns={[
          {
            ...{ id: "what", name: t("admin.work.what") },
            cell: ({ about, reason, attempts }) => (
              <span className="grid gap-0.5">
                <bdi className="font-medium">{about ?? nameOf(queue)}</bdi>
                <bdi className="text-danger-text">{reason ?? t("admin.work.noReason")}</bdi>
                {attempts !== null && <span className="text-12 text-text-3">{t("admin.attempts", { n: attempts })}</span>}
              </span>
            ),
          },
          {
            ...{ id: "organization", name: t("admin.organization") },
            cell: ({ organizationId }) =>
              organizationId === null ? (
                <span className="text-text-3">{t("admin.work.installation")}</span>
              ) : (
                <OrganizationLink id={organizationId} />
              ),
          },
          { id: "when", name: t("audit.when"), cell: ({ failedAt }) => <When at={failedAt} /> },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (work) =>
              mayWrite && (
                <span className="inline-flex gap-1">
                  {work.canDiscard && (
                    <Button size="small" variant="ghost" onPress={() => setDiscarded(work)}>
                      {t("admin.work.discard")}
                    </Button>
                  )}
                  {work.canRetry && (
                    <Button
                      size="small"
                      onPress={() => void now(() => api.admin.queues.failed.retry(queue, work.id), t("admin.work.retried"))}
                    >
                      {t("admin.work.retry")}
                    </Button>
                  )}
                </span>
              ),
          },
        ]}
        empty={<EmptyState icon={CircleCheckBig} title={t("admin.work.none")} call={`GET /api/v1/admin/queues/${queue}/failed`} />}
      />
      {discarded !== null && (
        <ConfirmDialog
          title={t("admin.work.discardTitle", { name: discarded.about ?? nameOf(queue) })}
          isOpen
          confirmLabel={t("admin.work.discard")}
          onOpenChange={(open) => !open && setDiscarded(null)}
          onConfirm={() => inForm(() => api.admin.queues.failed.delete(queue, discarded.id), t("admin.work.discarded"))}
        >
          {t("admin.work.discard.text")}
        </ConfirmDialog>
      )}
    </Drawer>
  );
}
