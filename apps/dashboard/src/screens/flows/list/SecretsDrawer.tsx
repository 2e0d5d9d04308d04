import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { FlowSecret } from "@parley/sdk";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { flowSecrets } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { RowTools } from "../../../parts/RowTools.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

interface Props {
  mayWrite: boolean;
  mayChangeHosts: boolean;
  onClose(): void;
}

/** Secrets for steps that call an API. Values are never shown again. */
export function SecretsDrawer({ mayWrite, mayChangeHosts, onClose }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({ ...flowSecrets.listQuery(), throwOnError: false });
  const [edited, setEdited] = useState<FlowSecret | "new" | null>(null);
  const [deleted, setDeleted] = useState<FlowSecret | null>(null);
  const add = mayWrite && (
    <Button size="small" icon={Plus} onPress={() => setEdited("new")}>
      {t("flows.secrets.new")}
    </Button>
  );
  return (
    <Drawer title={t("flows.secrets")} isOpen onOpenChange={(open) => !open && onClose()} actions={data?.items.length === 0 ? null : add}>
      <div className="grid gap-3 p-4">
        <p className="text-12 text-text-2">{t("flows.secrets.text")}</p>
        {error !== null && data === undefined ? (
          <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
        ) : data === undefined ? (
          <SkeletonRows rows={3} />
        ) : data.items.length === 0 ? (
          <EmptyState icon={KeyRound} title={t("flows.secrets.empty")} call="POST /api/v1/flow-secrets" actions={add} />
        ) : (
          <ul className="grid gap-2">
            {data.items.map((secret) => (
              <li key={secret.id} className="card flow-secret">
                <code className="mono ltr cut">{secret.name}</code>
                {mayWrite && <RowTools name={secret.name} onEdit={() => setEdited(secret)} onDelete={() => setDeleted(secret)} />}
                <span className="flow-hosts">
                  {secret.hosts.length === 0 ? (
                    <span className="text-12 text-text-3">{t("flows.secrets.nowhere")}</span>
                  ) : (
                    secret.hosts.map((host) => (
                      <Chip key={host} tone="line">
                        <bdi>{host}</bdi>
                      </Chip>
                    ))
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {edited !== null && (
        <SecretDialog
          secret={edited === "new" ? null : edited}
          mayChangeHosts={mayChangeHosts || edited === "new"}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted !== null && (
        <ConfirmDialog
          title={t("labels.delete", { name: deleted.name })}
          isOpen
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDeleted(null)}
          onConfirm={async () => {
            await api.flowSecrets.delete(deleted.id);
            flowSecrets.invalidate(client);
          }}
        >
          {t("flows.secrets.delete")}
        </ConfirmDialog>
      )}
    </Drawer>
  );
}

function SecretDialog({ secret, mayChangeHosts, onClose }: { secret: FlowSecret | null; mayChangeHosts: boolean; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(secret?.name ?? "");
  const [value, setValue] = useState("");
  const [hosts, setHosts] = useState<string[]>(secret?.hosts ?? []);
  const changes = useChangesSinceOpened({ name, hosts, ...(value === "" ? {} : { value }) });
  async function save() {
    if (secret === null) await api.flowSecrets.create({ name, value, hosts });
    else if (changes !== null) await api.flowSecrets.update(secret.id, changes);
    flowSecrets.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={secret === null ? t("flows.secrets.new") : t("labels.edit", { name: secret.name })}
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={t("flows.name")}
        name="name"
        isCode
        hint={t("flows.secrets.nameHint")}
        value={name}
        onChange={(next) => setName(next.toUpperCase())}
      />
      <TextField
        label={t("flows.field.value")}
        name="value"
        type="password"
        isCode
        autoComplete="off"
        hint={secret === null ? t("flows.secrets.valueHint") : t("flows.secrets.keepHint")}
        value={value}
        onChange={setValue}
      />
      <TagInput
        label={t("flows.secrets.hosts")}
        name="hosts"
        hint={t("flows.secrets.hostsHint")}
        isReadOnly={!mayChangeHosts}
        value={hosts}
        onChange={setHosts}
      />
    </FormDialog>
  );
}
