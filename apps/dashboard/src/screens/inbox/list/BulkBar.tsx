import { Check, X } from "lucide-react";
import { useConversationActions } from "../../../api/inbox/useConversations.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";

/** The actions on all checked conversations, in one call. */
export function BulkBar({ ids, onDone }: { ids: ReadonlySet<string>; onDone(): void }) {
  const { t } = useI18n();
  const { change } = useConversationActions();
  async function resolve() {
    const all = [...ids];
    onDone();
    const { changed, undo } = await change(all, { status: "resolved" });
    if (changed.length === 0) return;
    toast.show({
      ...{ id: "undo", text: t("inbox.resolvedMany", { n: changed.length }), tone: "ok" },
      ...(undo === null ? {} : { action: { label: t("common.undo"), keys: "mod+z", run: () => void undo() } }),
    });
  }
  useActions([
    { id: "bulk.resolve", label: "inbox.resolveChecked", group: "shell.inbox", icon: Check, keys: "e", run: () => void resolve() },
  ]);
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t("ui.selected", { n: ids.size })}>
      <span className="font-medium tabular-nums">{t("ui.selected", { n: ids.size })}</span>
      <Button size="small" icon={Check} keys="e" onPress={() => void resolve()}>
        {t("inbox.resolve")}
      </Button>
      <Button icon={X} label={t("ui.clearSelection")} variant="ghost" size="small" className="ms-auto" onPress={onDone} />
    </div>
  );
}
