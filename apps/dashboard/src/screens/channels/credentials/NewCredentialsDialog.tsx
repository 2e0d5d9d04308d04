import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Channel, ChannelKind } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { channels } from "../../../api/resources.ts";
import { recheckChannel } from "../../../api/settings/channel-kinds.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { changedConfig, savedValues } from "./config.ts";
import { ConfigFields } from "./ConfigFields.tsx";

/** Replaces credentials of a connected channel. The server tests them at the platform, and the channel works again once they are right. */
export function NewCredentialsDialog({ channel, kind, onClose }: { channel: Channel; kind: ChannelKind; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  // The account of a channel cannot change.
  const fields = kind.configFields.filter(({ name }) => name !== kind.externalIdField);
  const [opened, setOpened] = useState(() => savedValues(fields, channel));
  const [values, setValues] = useState<Record<string, string>>(opened);
  /** Why the channel does not work with what was saved. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const config = changedConfig(fields, opened, values);
  async function save() {
    if (config === null) return;
    setRefusal(null);
    // Not shown before it is confirmed: typed secrets have no place in the cache.
    const saved = await api.channels.update(channel.id, { config });
    channels.invalidate(client);
    recheckChannel(client, channel.id);
    // One that was switched off here stays off.
    if (saved.status === "Connected" || saved.status === "Disconnected") {
      toast.show({ tone: "ok", text: t(saved.status === "Connected" ? "channels.credentials.work" : "common.saved") });
      return onClose();
    }
    setRefusal(saved.statusReason ?? t(`channels.status.${saved.status}`));
    setOpened(savedValues(fields, saved));
    setValues(savedValues(fields, saved));
  }
  return (
    <FormDialog
      title={t("channels.credentials.new")}
      verb={t("common.save")}
      isDisabled={config === null}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="text-text-2">{t("channels.credentials.text")}</p>
      {refusal !== null && (
        <Notice tone="bad" role="alert" title={t("channels.credentials.saved")}>
          <bdi>{refusal}</bdi>
        </Notice>
      )}
      <ConfigFields fields={fields} values={values} onChange={setValues} saved={{ values: opened, secrets: channel.hasSecrets }} />
    </FormDialog>
  );
}
