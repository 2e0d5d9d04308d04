import { useI18n } from "../i18n/i18n.tsx";
import { useCurrentActions } from "../keys/actions.ts";
import { useShortcutSettings } from "../keys/own-keys.ts";
import { keysOf } from "../keys/shortcuts.ts";
import { KeyRows } from "../ui/KeyRows.tsx";
import { lazyComponent } from "../ui/lib/lazyComponent.tsx";
import { withTexts } from "../i18n/texts.ts";
import { Dialog, DialogContent } from "../ui/overlays/Dialog.tsx";

const ScreenGuide = lazyComponent(async () => (await withTexts(() => import("./help/ScreenGuide.tsx"))).ScreenGuide, { keys: null });

/** Help for the current screen, and the current shortcuts. */
export function KeySheet({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const actions = useCurrentActions();
  const own = useShortcutSettings();
  const groups = new Map<string, { keys: string; label: string }[]>();
  const seen = new Set<string>();
  for (const action of actions) {
    const { id, group, label, enabled } = action;
    const keys = keysOf(action, own);
    if (keys === undefined || enabled === false || seen.has(id)) continue;
    seen.add(id);
    const title = t(group);
    groups.set(title, [...(groups.get(title) ?? []), { keys, label: t(label) }]);
  }
  return (
    <Dialog title={t("shell.keys")} isOpen onOpenChange={(open) => !open && onClose()}>
      <DialogContent isFocusable>
        <div className="grid gap-6">
          <ScreenGuide />
          {[...groups].map(([title, rows]) => (
            <KeyRows key={title} title={title} rows={rows} />
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}
