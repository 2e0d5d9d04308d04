import { useQueryClient } from "@tanstack/react-query";
import { reloadAdmin } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";

/** Changes something in the installation: `now` shows a failure as a toast, `inForm` leaves it to the form or dialog. */
export function useRun() {
  const i18n = useI18n();
  const client = useQueryClient();
  async function inForm(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work();
      toast.show({ tone: "ok", text: done });
    } finally {
      void reloadAdmin(client);
    }
  }
  return {
    inForm,
    now: (work: () => Promise<unknown>, done: string) => inForm(work, done).catch((error: unknown) => showFailure(error, i18n)),
  };
}
