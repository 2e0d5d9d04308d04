import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { CopyPlus, Ellipsis, Play } from "lucide-react";
import { useState } from "react";
import type { AgencySnapshot } from "@parley/sdk";
import { clientsQuery, snapshots } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { useFocusAfter } from "../../../parts/use-focus-after.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { ApplyDialog } from "./ApplyDialog.tsx";
import { NewSnapshotDialog } from "./NewSnapshotDialog.tsx";
import { partKey } from "./snapshot-parts.ts";

type Open = { what: "new" } | { what: "apply" | "delete"; snapshot: AgencySnapshot };

/** Saved set-ups of organizations, for creating clients and for bringing others to the same state. */
export function SnapshotsPart() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...snapshots.listQuery(), staleTime: 0, throwOnError: false });
  const { data: clientList } = useQuery({ ...clientsQuery(), throwOnError: false });
  const [open, setOpen] = useState<Open | null>(null);
  const [making, focusMaking] = useFocusAfter<HTMLButtonElement>();
  const mayWrite = can(me, "agency:write");
  const mayApply = can(me, "agency:act");
  const close = () => setOpen(null);
  useActions([
    {
      ...({ id: "snapshots.new", label: "snapshots.new", group: "shell.agency", icon: CopyPlus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setOpen({ what: "new" }),
    },
  ]);
  async function change(id: string, body: { isDefault: boolean }) {
    try {
      await snapshots.update(client, id, body, { quiet: true });
    } catch (cause) {
      showFailure(cause, i18n);
    }
  }
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  const create = mayWrite && (
    <Button variant="primary" icon={CopyPlus} keys="c" ref={making} onPress={() => setOpen({ what: "new" })}>
      {t("snapshots.new")}
    </Button>
  );
  return (
    <div className="scroll grow">
      {create !== false && data?.items.length !== 0 && <div className="agency-tools">{create}</div>}
      <Table<AgencySnapshot>
        label={t("agency.snapshots")}
        rows={data?.items}
        rowId={({ id }) => id}
        columns={[
          {
            ...{ id: "name", name: t("agency.name") },
            cell: ({ name, description, isDefault }) => (
              <span className="grid">
                <span className="flex items-center gap-2">
                  <bdi className="font-medium">{name}</bdi>
                  {isDefault && <Chip tone="accent">{t("snapshots.default")}</Chip>}
                </span>
                {description !== null && <bdi className="text-12 text-text-3">{description}</bdi>}
              </span>
            ),
          },
          {
            ...{ id: "parts", name: t("snapshots.parts") },
            cell: ({ parts }) => (
              <span className="text-12 text-text-2" title={format.list(parts.map((part) => named(part, t)))}>
                {t("snapshots.parts.count", { n: parts.length })}
              </span>
            ),
          },
          {
            ...{ id: "from", name: t("snapshots.from") },
            cell: ({ fromClientId }) => <bdi>{clientList?.items.find(({ id }) => id === fromClientId)?.name ?? ""}</bdi>,
          },
          { ...{ id: "version", name: t("snapshots.version"), align: "end" }, cell: ({ version }) => format.number(version) },
          {
            ...{ id: "changed", name: t("snapshots.changed"), align: "end" },
            cell: ({ updatedAt }) => (
              <time dateTime={updatedAt} title={format.instant(updatedAt)}>
                {format.when(updatedAt)}
              </time>
            ),
          },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (snapshot) => (
              <span className="flex justify-end gap-1">
                {mayApply && (
                  <Button size="small" icon={Play} onPress={() => setOpen({ what: "apply", snapshot })}>
                    {t("snapshots.apply")}
                  </Button>
                )}
                {mayWrite && (
                  <Menu
                    label={t("agency.more", { name: snapshot.name })}
                    trigger={<Button icon={Ellipsis} label={t("agency.more", { name: snapshot.name })} variant="ghost" size="small" />}
                  >
                    <MenuItem id="default" onAction={() => void change(snapshot.id, { isDefault: !snapshot.isDefault })}>
                      {t(snapshot.isDefault ? "snapshots.default.off" : "snapshots.default.on")}
                    </MenuItem>
                    <MenuItem id="delete" isDanger onAction={() => setOpen({ what: "delete", snapshot })}>
                      {t("common.delete")}
                    </MenuItem>
                  </Menu>
                )}
              </span>
            ),
          },
        ]}
        empty={
          <EmptyState icon={CopyPlus} title={t("snapshots.empty")} call="POST /api/v1/agencies/current/snapshots" actions={create}>
            {t("snapshots.empty.text")}
          </EmptyState>
        }
      />
      {open?.what === "new" && <NewSnapshotDialog clients={clientList?.items ?? []} mayAct={mayApply} onClose={close} />}
      {open?.what === "apply" && <ApplyDialog snapshot={open.snapshot} clients={clientList?.items ?? []} onClose={close} />}
      {open?.what === "delete" && (
        <ConfirmDialog
          title={t("labels.delete", { name: open.snapshot.name })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={(isOpen) => !isOpen && close()}
          onConfirm={async () => {
            await api.agency.snapshots.delete(open.snapshot.id);
            snapshots.invalidate(client);
            close();
            focusMaking();
          }}
        >
          {t("snapshots.delete.text")}
        </ConfirmDialog>
      )}
    </div>
  );
}

function named(part: string, t: ReturnType<typeof useI18n>["t"]): string {
  const key = partKey(part);
  return key === null ? part : t(key);
}
