import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AgencyClient, AgencyGrant } from "@parley/sdk";
import { clientGrantsQuery, clients } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { GrantedScopes, GrantScopes } from "../../../parts/grants/GrantScopes.tsx";
import { allGrantable, grantTones, usualGrant } from "../../../parts/grants/grantable.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { DateTimePicker } from "../../../ui/fields/DatePicker.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";

/** What the agency may do in the client, what it has requested, and what has ended. */
export function ClientGrants({ client, mayWrite }: { client: AgencyClient; mayWrite: boolean }) {
  const { t } = useI18n();
  const { data, error, isFetching, refetch } = useQuery({ ...clientGrantsQuery(client.id), throwOnError: false });
  const [asking, setAsking] = useState(false);
  const isPending = data?.data.some(({ status }) => status === "pending") === true;
  return (
    <section aria-label={t("agency.grants")}>
      <h3 className="client-heading">
        {t("agency.grants")}
        {mayWrite && client.status !== "ended" && !isPending && (
          <Button size="small" variant="ghost" onPress={() => setAsking(true)}>
            {t(client.grantedScopes.length > 0 ? "agency.ask.more" : "agency.ask")}
          </Button>
        )}
      </h3>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
        )
      ) : data.data.length === 0 ? (
        <p className="text-12 text-text-3">{t("agency.grants.none")}</p>
      ) : (
        data.data.map((grant) => <GrantCard key={grant.id} grant={grant} />)
      )}
      {asking && <AskDialog client={client} onClose={() => setAsking(false)} />}
    </section>
  );
}

function GrantCard({ grant }: { grant: AgencyGrant }) {
  const { t, format } = useI18n();
  const { status, expiresAt, acceptedAt, createdAt, refusedAt, revokedAt } = grant;
  const endedAt = revokedAt ?? refusedAt ?? (status === "expired" ? expiresAt : null);
  const isOpen = status === "accepted" || status === "pending";
  return (
    <div className="grant-card">
      <div className="flex flex-wrap items-center gap-2">
        <Chip tone={grantTones[status]}>{t(`grants.status.${status}`)}</Chip>
        <span className="text-12 text-text-3">
          {endedAt !== null
            ? t("agency.grants.ended", { when: format.when(endedAt) })
            : acceptedAt !== null
              ? t("agency.grants.by", { when: format.when(acceptedAt) })
              : t("agency.grants.asked", { when: format.when(createdAt) })}
        </span>
        {isOpen && (
          <span className="text-12 text-text-2">
            {expiresAt === null ? t("grants.always") : t("grants.until", { when: format.when(expiresAt) })}
          </span>
        )}
      </div>
      {isOpen && <GrantedScopes scopes={grant.scopes} />}
    </div>
  );
}

function AskDialog({ client: { id, name, grantedScopes }, onClose }: { client: AgencyClient; onClose(): void }) {
  const { t } = useI18n();
  const queryClient = useQueryClient();
  const [scopes, setScopes] = useState(
    allGrantable.filter((scope) => (grantedScopes.length > 0 ? grantedScopes : usualGrant).includes(scope)),
  );
  const [message, setMessage] = useState("");
  const [expiresAt, setExpiresAt] = useState<string | null>(null);
  async function ask() {
    const said = message.trim();
    await api.agency.clients.grants.create(id, {
      scopes,
      ...(said === "" ? {} : { message: said }),
      ...(expiresAt === null ? {} : { expiresAt }),
    });
    clients.invalidate(queryClient, id);
    toast.show({ tone: "ok", text: t("agency.asked", { name }) });
    onClose();
  }
  return (
    <FormDialog
      title={`${t("agency.ask")}: ${name}`}
      verb={t("agency.ask.send")}
      isDisabled={scopes.length === 0}
      onSubmit={ask}
      onClose={onClose}
    >
      <GrantScopes value={scopes} onChange={setScopes} offered={allGrantable} />
      <TextArea label={t("agency.message")} name="message" rows={2} isOptional value={message} onChange={setMessage} />
      <DateTimePicker
        label={t("agency.ask.until")}
        name="expiresAt"
        hint={t("agency.ask.until.hint")}
        value={expiresAt}
        onChange={setExpiresAt}
      />
    </FormDialog>
  );
}
