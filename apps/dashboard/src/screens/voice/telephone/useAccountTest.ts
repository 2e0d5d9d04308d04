import { useQueryClient } from "@tanstack/react-query";
import type { TelephonyAccount } from "@parley/sdk";
import { testAccount } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";

/** Asks the provider whether an account works, which takes at most ten seconds, and shows the result. */
export function useAccountTest(): (account: Pick<TelephonyAccount, "id" | "name">) => Promise<void> {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  return async ({ id, name }) => {
    try {
      const { error } = await testAccount(client, id);
      if (error === null) toast.show({ tone: "ok", text: t("telephone.account.tested", { name }) });
      else toast.show({ tone: "bad", text: t("telephone.account.failed", { name, reason: t(`telephone.failure.${error}`) }) });
    } catch (failure) {
      showFailure(failure, i18n);
    }
  };
}
