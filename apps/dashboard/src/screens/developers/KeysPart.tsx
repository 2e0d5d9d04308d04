import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import type { ApiKey, CreatedApiKey } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { apiKeys } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { SecretOnce } from "../../ui/SecretOnce.tsx";
import { EditKeyDialog, NewKeyDialog } from "./KeyDialogs.tsx";

/** API keys: created by purpose, shown once, revoked within a second. */
export function KeysPart() {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(apiKeys.listQuery());
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const [editing, setEditing] = useState<ApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const mayWrite = can(me, "organization:write");
  useActions(
    mayWrite ? [{ id: "keys.new", label: "keys.new", group: "shell.developers", icon: Plus, keys: "c", run: () => setMaking(true) }] : [],
  );
  return (
    <>
      {made !== null && (
        <div className="p-4">
          <SecretOnce title={t("keys.made", { name: made.name })} secret={made.key} onDone={() => setMade(null)} />
        </div>
      )}
      {mayWrite && (
        <div className="settings-tools">
          <Button variant="primary" icon={Plus} keys="c" onPress={() => setMaking(true)}>
            {t("keys.new")}
          </Button>
        </div>
      )}
      <Table<ApiKey>
        label={t("developers.keys")}
        rows={data?.items}
        rowId={({ id }) => id}
        columns={[
          {
            ...{ id: "name", name: t("contact.name") },
            cell: ({ name, revokedAt }) => (
              <span className="flex items-center gap-2">
                <bdi className="font-medium">{name}</bdi>
                {revokedAt !== null && <Chip tone="bad">{t("keys.revoked")}</Chip>}
              </span>
            ),
          },
          { id: "key", name: t("keys.key"), cell: ({ environment, lastFour }) => <code>{`svc_${environment}_…${lastFour}`}</code> },
          {
            id: "scopes",
            name: t("keys.scopes"),
            cell: ({ scopes }) => <span title={scopes.join("\n")}>{t("keys.scopes.count", { n: scopes.length })}</span>,
          },
          {
            ...({ id: "limit", name: t("keys.limit"), align: "end", className: "only-desktop" } as const),
            cell: ({ rateLimitPerMinute }) => (rateLimitPerMinute === null ? t("keys.limit.default") : format.number(rateLimitPerMinute)),
          },
          {
            ...({ id: "expires", name: t("keys.expires"), align: "end", className: "only-desktop" } as const),
            cell: ({ expiresAt }) => (expiresAt === null ? t("keys.never") : format.when(expiresAt)),
          },
          {
            ...({ id: "used", name: t("keys.lastUsed"), align: "end" } as const),
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? t("keys.never") : format.when(lastUsedAt)),
          },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (key) => (
              <span className="inline-flex items-center gap-3">
                <Link className="link only-desktop" to="/developers/$part" params={{ part: "requests" }} search={{ keyId: key.id }}>
                  {t("developers.requests")}
                </Link>
                {mayWrite && key.revokedAt === null && (
                  <Button
                    size="small"
                    variant="ghost"
                    icon={Pencil}
                    label={t("labels.edit", { name: key.name })}
                    onPress={() => setEditing(key)}
                  />
                )}
                {mayWrite && key.revokedAt === null && (
                  <Button size="small" variant="danger" onPress={() => setRevoking(key)}>
                    {t("keys.revoke")}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
        empty={
          <EmptyState
            icon={KeyRound}
            title={t("keys.empty")}
            call="POST /api/v1/api-keys"
            actions={
              mayWrite && (
                <Button icon={Plus} keys="c" onPress={() => setMaking(true)}>
                  {t("keys.new")}
                </Button>
              )
            }
          >
            {t("keys.empty.text")}
          </EmptyState>
        }
      />
      {making && <NewKeyDialog onClose={() => setMaking(false)} onMade={setMade} />}
      {editing !== null && <EditKeyDialog apiKey={editing} onClose={() => setEditing(null)} />}
      {revoking !== null && (
        <ConfirmDialog
          title={t("keys.revokeTitle", { name: revoking.name })}
          isOpen
          isDanger
          confirmLabel={t("keys.revoke")}
          onOpenChange={(open) => !open && setRevoking(null)}
          onConfirm={async () => {
            await api.apiKeys.delete(revoking.id);
            await apiKeys.invalidate(client);
            setRevoking(null);
          }}
        >
          {t("keys.revoke.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
