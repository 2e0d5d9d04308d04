import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { reloadAdmin } from "../../../api/admin/admin.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { useQueueName } from "./useQueueName.ts";

/** Retries all failed work of a queue. */
export function RetryQueue({ name }: { name: string }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const nameOf = useQueueName();
  const [retrying, setRetrying] = useState(false);
  async function retry() {
    setRetrying(true);
    try {
      const { retried } = await api.admin.queues.retry(name);
      toast.show({ tone: "ok", text: t("admin.queue.retried", { n: retried, name: nameOf(name) }) });
    } catch (error) {
      showFailure(error, i18n);
    }
    await reloadAdmin(client);
    setRetrying(false);
  }
  return (
    <Button
      size="small"
      icon={RotateCcw}
      isPending={retrying}
      aria-label={t("admin.queue.retryAll.of", { name: nameOf(name) })}
      onPress={() => void retry()}
    >
      {t("admin.queue.retryAll")}
    </Button>
  );
}
