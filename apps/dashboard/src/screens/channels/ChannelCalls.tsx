import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChannelCalling, UpdateChannelCalling, VoiceAgent } from "@parley/sdk";
import { can, meQuery } from "../../api/session.ts";
import { changeChannelCalling, channelCallingQuery } from "../../api/settings/channel-calling.ts";
import { voiceAgentsQuery } from "../../api/automation/voice.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { showFailure } from "../../parts/show-failure.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/feedback/Notice.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { CallHoursDialog } from "./CallHoursDialog.tsx";

const nobody = "nobody";
const switches = ["enabled", "iconVisible", "asksForCallback"] as const;

/** Who answers a channel's calls, and the platform's call settings. */
export function ChannelCalls({ channelId }: { channelId: string }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const calling = useQuery(channelCallingQuery(channelId));
  const agents = useQuery(voiceAgentsQuery());
  const missing = [calling, agents].find(({ data, error }) => data === undefined && error !== null);
  return (
    <section aria-label={t("channelCalls.title")} className="grid gap-3">
      <h3>{t("channelCalls.title")}</h3>
      {missing !== undefined ? (
        <PartError error={missing.error} onRetry={() => void missing.refetch()} />
      ) : calling.data === undefined || agents.data === undefined ? (
        <SkeletonRows rows={2} />
      ) : (
        <Fields calling={calling.data} agents={agents.data.items} mayWrite={can(me, "voice:write")} />
      )}
    </section>
  );
}

function Fields({ calling, agents, mayWrite }: { calling: ChannelCalling; agents: readonly VoiceAgent[]; mayWrite: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const { channelId, settings, problem } = calling;
  /** Shown at once, because the platform takes a while. */
  const [pending, setPending] = useState<UpdateChannelCalling | null>(null);
  const [dialog, setDialog] = useState(false);
  const { voiceAgentId } = { ...calling, ...pending };
  async function change(patch: UpdateChannelCalling) {
    if (pending !== null) return;
    setPending(patch);
    try {
      await changeChannelCalling(client, channelId, patch);
    } catch (error) {
      showFailure(error, i18n);
    } finally {
      setPending(null);
    }
  }
  return (
    <>
      <Select
        label={t("channelCalls.agent")}
        name="voiceAgentId"
        hint={t("channelCalls.agent.hint")}
        value={voiceAgentId ?? nobody}
        options={[
          { id: nobody, name: t("channelCalls.agent.nobody") },
          ...agents.map(({ id, name, isActive }) => ({ id, name: isActive ? name : `${name} (${t("voice.off")})` })),
        ]}
        isReadOnly={!mayWrite}
        onChange={(id) => void change({ voiceAgentId: id === nobody ? null : id })}
      />
      {settings === null ? (
        <Notice tone="warn">
          {t("channelCalls.unknown")} <bdi lang="en">{problem}</bdi>
        </Notice>
      ) : (
        <>
          {switches.map((field) => (
            <Switch
              key={field}
              isSelected={pending?.[field] ?? settings[field]}
              isDisabled={!mayWrite}
              // Not disabled meanwhile, because it would lose the focus.
              isReadOnly={pending !== null}
              hint={t(`channelCalls.${field}.hint`)}
              onChange={(on) => void change({ [field]: on })}
            >
              {t(`channelCalls.${field}`)}
            </Switch>
          ))}
          <p className="flex items-center gap-2">
            <span className="grow">
              {t("channelCalls.hours")}: {t(settings.hours === null ? "voice.hours.always" : "voice.hours.some")}
            </span>
            {mayWrite && (
              <Button size="small" onPress={() => setDialog(true)}>
                {t("channelCalls.hours.change")}
              </Button>
            )}
          </p>
          {dialog && (
            <CallHoursDialog
              hours={settings.hours}
              onSave={(hours) => changeChannelCalling(client, channelId, { hours })}
              onClose={() => setDialog(false)}
            />
          )}
        </>
      )}
    </>
  );
}
