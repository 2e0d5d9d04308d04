import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CheckCircle2, CircleAlert, Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { Channel } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { leaveForPlatform } from "../../api/settings/channel-authorizations.ts";
import { channelHealthQuery, channelKindsQuery } from "../../api/settings/channel-kinds.ts";
import { channels } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { templatesQuery } from "../../api/inbox/templates.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { showFailure } from "../../parts/show-failure.ts";
import { useReported } from "../../parts/use-reported.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { InlineField } from "../../ui/fields/InlineField.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { ChannelCalls } from "./ChannelCalls.tsx";
import { canSignIn } from "./credentials/config.ts";
import { NewCredentialsDialog } from "./credentials/NewCredentialsDialog.tsx";
import { wordsOfFinding } from "./finding.ts";
import { templateTones } from "./templates/template-state.ts";

/** One channel: its current health at the platform, its templates, and its actions. */
export function ChannelDetail({ channel, mayWrite, onGone }: { channel: Channel; mayWrite: boolean; onGone(): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: kinds } = useQuery({ ...channelKindsQuery(), throwOnError: false });
  const [replacing, setReplacing] = useState(false);
  const ownKind = kinds?.data.find(({ kind }) => kind === channel.kind);
  const signsIn = ownKind !== undefined && canSignIn(ownKind, channel);
  const refused = channel.status === "NeedsReauth";
  const connected = channel.status !== "Disconnected";
  const reported = useReported();
  async function run(work: () => Promise<unknown>, done: string) {
    await reported(work, done);
    await channels.invalidate(client);
  }
  async function signIn() {
    try {
      await leaveForPlatform((back) => api.channels.reconnect(channel.id, back));
    } catch (error) {
      showFailure(error, i18n);
    }
  }
  return (
    <div className="grid gap-5 p-4">
      <dl className="facts">
        <dt>{t("contact.name")}</dt>
        <dd>
          <InlineField
            label={t("contact.name")}
            value={channel.name}
            isReadOnly={!mayWrite}
            onSave={(name) => channels.update(client, channel.id, { name }, { quiet: true })}
          />
        </dd>
        <dt>{t("channels.address")}</dt>
        <dd>
          <bdi dir="ltr">{channel.externalId}</bdi>
        </dd>
        <dt>{t("channels.callback")}</dt>
        <dd>
          <CopyText text={location.origin + channel.callbackPath} label={t("channels.callback")} />
        </dd>
        <dt>{t("channels.pace")}</dt>
        <dd>{t("channels.pace.perSecond", { n: channel.messagesPerSecond })}</dd>
      </dl>
      <Health channelId={channel.id} />
      {can(me, "voice:read") && ownKind?.calls === true && <ChannelCalls channelId={channel.id} />}
      {channel.capabilities.types.includes("template") && <Templates channelId={channel.id} mayWrite={mayWrite} />}
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          {signsIn && (
            <Button variant={refused ? "primary" : "plain"} onPress={() => void signIn()}>
              {t("channels.signIn.renew")}
            </Button>
          )}
          {ownKind !== undefined && (
            <Button variant={refused && !signsIn ? "primary" : "plain"} onPress={() => setReplacing(true)}>
              {t("channels.credentials.new")}
            </Button>
          )}
          <Button
            onPress={() =>
              void run(
                () => api.channels.update(channel.id, { status: connected ? "Disconnected" : "Connected" }),
                t(connected ? "channels.disconnected" : "channels.connected"),
              )
            }
          >
            {t(connected ? "channels.disconnect" : "channels.reconnect")}
          </Button>
          <Button variant="danger" onPress={() => setRemoving(true)}>
            {t("common.delete")}
          </Button>
        </div>
      )}
      {replacing && ownKind !== undefined && <NewCredentialsDialog channel={channel} kind={ownKind} onClose={() => setReplacing(false)} />}
      {removing && (
        <ConfirmDialog
          title={t("labels.delete", { name: channel.name })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={setRemoving}
          onConfirm={async () => {
            await run(() => api.channels.delete(channel.id), t("channels.removed"));
            onGone();
          }}
        >
          {t("channels.remove.text")}
        </ConfirmDialog>
      )}
    </div>
  );
}

function Health({ channelId }: { channelId: string }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { data, error, isFetching, refetch } = useQuery({ ...channelHealthQuery(channelId), throwOnError: false });
  return (
    <section aria-label={t("channels.health")}>
      <h3 className="flex items-center gap-2">
        {t("channels.health")}
        {data !== undefined && <span className="text-12 text-text-3">{format.relative(data.checkedAt)}</span>}
        <Button
          icon={RefreshCw}
          label={t("channels.check")}
          variant="ghost"
          size="small"
          className="ms-auto"
          isPending={isFetching}
          onPress={() => void refetch()}
        />
      </h3>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={3} />
      ) : (
        <ul>
          {data.findings.map((finding, at) => {
            const { title, remedy, detail } = wordsOfFinding(finding, i18n);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two checks may have the same name, and their order never changes
              <li key={`${finding.check} ${at}`} className="mini items-start">
                {finding.ok ? (
                  <CheckCircle2 className="icon text-success" aria-hidden />
                ) : (
                  <CircleAlert className="icon text-danger-text" aria-hidden />
                )}
                <span className="min-w-0">
                  {title}
                  {remedy !== null && <span className="block text-text-2">{remedy}</span>}
                  {detail !== null && (
                    <bdi className="block text-12 text-text-3" lang="en">
                      {detail}
                    </bdi>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** Only the newest; the full list has its own screen. */
const shownMax = 5;

function Templates({ channelId, mayWrite }: { channelId: string; mayWrite: boolean }) {
  const { t } = useI18n();
  const { data } = useQuery({ ...templatesQuery(channelId), throwOnError: false });
  const shown = (data?.data ?? []).filter(({ status }) => status !== "deleted").slice(0, shownMax);
  return (
    <section aria-label={t("template.title")}>
      <h3 className="flex items-center gap-1.5">
        {t("template.title")}
        <LinkButton className="ms-auto" size="small" variant="ghost" to="/channels/$channelId/templates" params={{ channelId }}>
          {t("templates.open")}
        </LinkButton>
        {mayWrite && (
          <LinkButton size="small" icon={Plus} to="/channels/$channelId/templates/$templateId" params={{ channelId, templateId: "new" }}>
            {t("templates.new")}
          </LinkButton>
        )}
      </h3>
      {shown.map(({ id, name, language, status }) => (
        <Link key={id} className="mini" to="/channels/$channelId/templates/$templateId" params={{ channelId, templateId: id }}>
          <bdi className="cut grow">{name}</bdi>
          <span className="text-text-3">{language}</span>
          <Chip tone={templateTones[status]}>{t(`template.status.${status}`)}</Chip>
        </Link>
      ))}
      {data !== undefined && shown.length === 0 && <p className="text-text-3">{t("template.none")}</p>}
    </section>
  );
}
