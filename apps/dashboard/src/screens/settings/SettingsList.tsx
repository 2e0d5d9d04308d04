import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { PlainKey } from "../../i18n/catalogue.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { Button } from "../../ui/Button.tsx";
import { Table, type TableColumn } from "../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { RowTools } from "../../parts/RowTools.tsx";
import { useFocusAfter } from "../../parts/use-focus-after.ts";

interface SettingsListProps<T extends { id: string }> {
  titleKey: PlainKey;
  newKey: PlainKey;
  rows: readonly T[] | undefined;
  columns: readonly TableColumn<T>[];
  nameOf(row: T): string;
  /** False: actions that change something are hidden. */
  mayWrite: boolean;
  empty: ReactNode;
  /** The dialog for a new row (null) or an existing one. */
  form(row: T | null, onClose: () => void): ReactNode;
  /** What is lost with it. */
  loss(row: T): ReactNode;
  /** Stays open if it throws. */
  onDelete(row: T): Promise<unknown>;
}

/** A list of a team's settings: a table, a form for one, and a confirmation before one is deleted. */
export function SettingsList<T extends { id: string }>(props: SettingsListProps<T>) {
  const { titleKey, newKey, rows, columns, nameOf, mayWrite, empty, form, loss, onDelete } = props;
  const { t } = useI18n();
  const [edited, setEdited] = useState<T | "new" | null>(null);
  const [deleted, setDeleted] = useState<T | null>(null);
  const [making, focusMaking] = useFocusAfter<HTMLButtonElement>();
  useActions(
    mayWrite ? [{ id: "settings.new", label: newKey, group: "shell.settings", icon: Plus, keys: "c", run: () => setEdited("new") }] : [],
  );
  return (
    <>
      {mayWrite && (
        <div className="settings-tools">
          <Button variant="primary" icon={Plus} keys="c" ref={making} onPress={() => setEdited("new")}>
            {t(newKey)}
          </Button>
        </div>
      )}
      <Table<T>
        label={t(titleKey)}
        rows={rows}
        rowId={({ id }) => id}
        columns={[
          ...columns,
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (row) => mayWrite && <RowTools name={nameOf(row)} onEdit={() => setEdited(row)} onDelete={() => setDeleted(row)} />,
          },
        ]}
        empty={empty}
      />
      {edited !== null && form(edited === "new" ? null : edited, () => setEdited(null))}
      {deleted !== null && (
        <ConfirmDialog
          title={t("labels.delete", { name: nameOf(deleted) })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDeleted(null)}
          onConfirm={async () => {
            await onDelete(deleted);
            setDeleted(null);
            focusMaking();
          }}
        >
          {loss(deleted)}
        </ConfirmDialog>
      )}
    </>
  );
}
