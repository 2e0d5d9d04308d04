import { useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { lazyCode } from "../../../ui/lib/lazy-code.ts";

/** The list does not wait for it; it comes with the thread's code, which is fetched ahead. */
const mutations = lazyCode(() => import("../../../api/mutations.ts"));

/** The actions on all checked conversations, in one call. */
export function BulkBar({ ids, onDone }: { ids: ReadonlySet<string>; onDone(): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  async function resolve() {
    if (isPending) return;
    setPending(true);
    const checked = [...ids];
    try {
      const { changeConversations } = await mutations.fetch();
      onDone();
      const { changed, undo } = await changeConversations(client, checked, { status: "resolved" });
      if (changed.length === 0) return;
      toast.show({
        ...{ id: "undo", text: t("inbox.resolvedMany", { n: changed.length }), tone: "ok" },
        ...(undo === null ? {} : { action: { label: t("common.undo"), keys: "mod+z", run: () => void undo() } }),
      });
    } catch (error) {
      setPending(false);
      showFailure(error, i18n);
    }
  }
  useActions([
    { id: "bulk.resolve", label: "inbox.resolveChecked", group: "shell.inbox", icon: Check, keys: "e", run: () => void resolve() },
  ]);
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t("ui.selected", { n: ids.size })}>
      <span className="font-medium tabular-nums">{t("ui.selected", { n: ids.size })}</span>
      <Button size="small" icon={Check} keys="e" isPending={isPending} onPress={() => void resolve()}>
        {t("inbox.resolve")}
      </Button>
      <Button icon={X} label={t("ui.clearSelection")} variant="ghost" size="small" className="ms-auto" onPress={onDone} />
    </div>
  );
}
