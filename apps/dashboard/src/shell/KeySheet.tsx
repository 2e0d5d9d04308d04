import { useI18n } from "../i18n/i18n.tsx";
import { useCurrentActions } from "../keys/actions.ts";
import { KeyRows } from "../ui/KeyRows.tsx";
import { Dialog, DialogContent } from "../ui/overlays/Dialog.tsx";

/** The keys that do something here and now. */
export function KeySheet({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const actions = useCurrentActions();
  const groups = new Map<string, { keys: string; label: string }[]>();
  const seen = new Set<string>();
  for (const { id, keys, group, label, enabled } of actions) {
    if (keys === undefined || enabled === false || seen.has(id)) continue;
    seen.add(id);
    const title = t(group);
    groups.set(title, [...(groups.get(title) ?? []), { keys, label: t(label) }]);
  }
  return (
    <Dialog title={t("shell.keys")} isOpen onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <div className="grid gap-6">
          {[...groups].map(([title, rows]) => (
            <KeyRows key={title} title={title} rows={rows} />
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}
