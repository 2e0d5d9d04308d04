import { useState } from "react";
import type { AdminMember } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { useRun } from "../frame/useRun.ts";

/** Suspends a person everywhere at once, or reverses that. A suspension by an organization is not affected. */
export function PersonSuspension({ member: { userId, name, suspendedBy } }: { member: AdminMember }) {
  const { t } = useI18n();
  const { inForm, now } = useRun();
  const [confirming, setConfirming] = useState(false);
  if (suspendedBy === "platform")
    return (
      <Button size="small" onPress={() => void now(() => api.admin.users.unsuspend(userId), t("admin.reactivated", { name }))}>
        {t("team.unsuspend")}
      </Button>
    );
  return (
    <>
      <Button size="small" variant="ghost" onPress={() => setConfirming(true)}>
        {t("team.suspend")}
      </Button>
      {confirming && (
        <ConfirmDialog
          title={t("admin.suspendTitle", { name })}
          isOpen
          confirmLabel={t("team.suspend")}
          onOpenChange={setConfirming}
          onConfirm={() => inForm(() => api.admin.users.suspend(userId), t("admin.suspended", { name }))}
        >
          {t("admin.person.suspend.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
