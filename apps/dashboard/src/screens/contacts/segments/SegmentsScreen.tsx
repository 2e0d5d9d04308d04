import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, Pencil, Plus, Trash2, UsersRound } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";
import type { Segment } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { segments } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { CountOf } from "./SegmentCount.tsx";

const SegmentDialog = lazyComponent(async () => (await import("./SegmentDialog.tsx")).SegmentDialog, { keys: "all" });

/** Groups of contacts by rules. */
export function SegmentsScreen() {
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...segments.listQuery(), throwOnError: false });
  const [edited, setEdited] = useState<Segment | "new" | null>(null);
  const [deleted, setDeleted] = useState<Segment | null>(null);
  const mayWrite = can(me, "contacts:write");
  useActions([
    {
      ...({ id: "segments.new", label: "segments.new", group: "segments.title", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setEdited("new"),
    },
  ]);
  const create = mayWrite && (
    <Button variant="primary" icon={Plus} keys="c" onPress={() => setEdited("new")}>
      {t("segments.new")}
    </Button>
  );
  return (
    <>
      <header className="head">
        <Link className="crumb" to="/contacts">
          {t("shell.contacts")}
          <ChevronRight className="icon icon-12 flip" aria-hidden />
        </Link>
        <h1>{t("segments.title")}</h1>
        <span className="ms-auto">{create}</span>
      </header>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : (
        <div className="scroll grow">
          <Table<Segment>
            label={t("segments.title")}
            rows={data?.items}
            rowId={({ id }) => id}
            rowHref={({ id }) => `/contacts?segment=${id}`}
            columns={[
              {
                ...{ id: "name", name: t("segments.name") },
                cell: ({ name, description }) => (
                  <span>
                    <bdi className="block font-medium">{name}</bdi>
                    {description !== null && <bdi className="block text-12 text-text-3">{description}</bdi>}
                  </span>
                ),
              },
              { id: "count", name: t("segments.contacts"), align: "end", cell: ({ rules }) => <CountOf rules={rules} /> },
              {
                ...{ id: "updated", name: t("segments.updated"), align: "end" },
                cell: ({ updatedAt }) => (
                  <time className="text-text-3" dateTime={updatedAt} title={format.instant(updatedAt)}>
                    {format.when(updatedAt)}
                  </time>
                ),
              },
              ...(mayWrite
                ? [
                    {
                      ...{ id: "tools", name: t("common.more"), hideName: true, align: "end" as const },
                      cell: (segment: Segment) => (
                        <span className="inline-flex gap-1">
                          <Button
                            icon={Pencil}
                            label={t("segments.edit", { name: segment.name })}
                            variant="ghost"
                            size="small"
                            onPress={() => setEdited(segment)}
                          />
                          <Button
                            icon={Trash2}
                            label={t("segments.delete", { name: segment.name })}
                            variant="ghost"
                            size="small"
                            onPress={() => setDeleted(segment)}
                          />
                        </span>
                      ),
                    },
                  ]
                : []),
            ]}
            empty={
              <EmptyState icon={UsersRound} title={t("segments.empty")} call="POST /api/v1/segments" actions={create}>
                {t("segments.empty.text")}
              </EmptyState>
            }
          />
        </div>
      )}
      {edited !== null && (
        <SegmentDialog
          {...(edited === "new" ? {} : { segment: edited })}
          onClose={() => setEdited(null)}
          onSaved={({ id }) => edited === "new" && void navigate({ to: "/contacts", search: { segment: id } })}
        />
      )}
      {deleted !== null && (
        <ConfirmDialog
          title={t("segments.delete", { name: deleted.name })}
          confirmLabel={t("common.delete")}
          isOpen
          onOpenChange={(open) => !open && setDeleted(null)}
          onConfirm={async () => {
            await api.segments.delete(deleted.id);
            segments.invalidate(client);
          }}
        >
          {t("segments.delete.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
