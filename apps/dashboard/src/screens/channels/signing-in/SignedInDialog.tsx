import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ChannelAuthorization } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { channels } from "../../../api/resources.ts";
import { authorizationQuery } from "../../../api/settings/channel-authorizations.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../../ui/overlays/Dialog.tsx";

interface Props {
  id: string;
  onClose(): void;
  /** null: the sign-in was for reconnecting a channel, which has its own button. */
  onAgain: ((kind: string) => void) | null;
}

/** Shown after returning from the platform: the result, and which of several accounts to connect. */
export function SignedInDialog({ id, onClose, onAgain }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(authorizationQuery(id));
  const made = data?.channelIds.join(" ") ?? "";
  useEffect(() => {
    if (made !== "") channels.invalidate(client);
  }, [client, made]);
  const [only] = data?.channelIds ?? [];
  const failed = data !== undefined && ["denied", "failed", "expired"].includes(data.status);
  return (
    <Dialog title={t("channels.connect")} isOpen onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <div className="grid gap-3">
          {data === undefined && error !== null ? (
            <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
          ) : data === undefined ? (
            <SkeletonRows rows={2} />
          ) : (
            <>
              <Result authorization={data} />
              {data.accounts.length > 1 && <Accounts authorization={data} onChange={() => void refetch()} />}
            </>
          )}
        </div>
      </DialogContent>
      <DialogFooter>
        {data !== undefined && failed && onAgain !== null && (
          <Button variant="primary" onPress={() => onAgain(data.kind)}>
            {t("channels.signIn.again")}
          </Button>
        )}
        {data?.channelIds.length === 1 && only !== undefined && (
          <LinkButton variant="primary" to="/channels/$channelId" params={{ channelId: only }} search={{}}>
            {t("channels.signIn.open")}
          </LinkButton>
        )}
        <Button onPress={onClose}>{t("common.close")}</Button>
      </DialogFooter>
    </Dialog>
  );
}

function Result({ authorization: { status, error, channelIds } }: { authorization: ChannelAuthorization }) {
  const { t } = useI18n();
  const { data: list } = useQuery({ ...channels.listQuery(), throwOnError: false });
  const made = (list?.items ?? []).filter(({ id }) => channelIds.includes(id));
  switch (status) {
    case "pending":
    case "exchanging":
      return <Notice role="status">{t("channels.signIn.waiting")}</Notice>;
    case "denied":
    case "failed":
    case "expired":
      return (
        <Notice tone="bad" role="alert" title={t(`channels.signIn.${status}`)}>
          {error !== null && (
            <bdi lang="en" className="block">
              {error}
            </bdi>
          )}
        </Notice>
      );
    case "choosing":
    case "completed":
      if (channelIds.length === 0) return <p role="status">{t("channels.signIn.choose")}</p>;
      return made.map(({ id, name, status: standing, statusReason }) => (
        <Notice key={id} tone={standing === "Connected" ? "ok" : "warn"} role="status">
          {standing === "Connected"
            ? t("channels.signIn.connected", { name })
            : t("channels.signIn.notReady", { name, status: t(`channels.status.${standing}`) })}
          {standing !== "Connected" && statusReason !== null && <bdi className="block">{statusReason}</bdi>}
        </Notice>
      ));
  }
}

function Accounts({ authorization: { id, accounts, status }, onChange }: { authorization: ChannelAuthorization; onChange(): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [pending, setPending] = useState<string | null>(null);
  const mayChoose = status === "choosing" || status === "completed";
  async function connect(externalId: string) {
    setPending(externalId);
    try {
      await api.channels.authorizations.complete(id, { externalId });
    } catch (error) {
      showFailure(error, i18n);
    }
    setPending(null);
    onChange();
  }
  return (
    <ul aria-label={t("channels.signIn.accounts")}>
      {accounts.map(({ externalId, name, channelId }) => (
        <li key={externalId} className="mini">
          <span className="min-w-0 grow">
            <bdi className="cut block">{name}</bdi>
            <bdi className="text-12 text-text-3" dir="ltr">
              {externalId}
            </bdi>
          </span>
          {channelId !== null ? (
            <Chip tone="ok">{t("channels.signIn.chosen")}</Chip>
          ) : (
            mayChoose && (
              <Button
                size="small"
                isPending={pending === externalId}
                isDisabled={pending !== null}
                onPress={() => void connect(externalId)}
              >
                {t("channels.connect.now")}
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  );
}
