import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook, WebhookWithSecret } from "@parley/sdk";
import { useOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { channels, webhooks } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Checkbox, CheckboxGroup } from "../../../ui/fields/Checkbox.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";
import { useSettled } from "../../../parts/fields/use-typed.ts";
import { eventTypes } from "../event-types.ts";
import { type ConditionDraft, conditionOf, draftOf } from "./filter-draft.ts";
import { FilterFields } from "./FilterFields.tsx";
import { TryFilter } from "./TryFilter.tsx";

interface Props {
  /** Absent: a new one. */
  webhook?: Webhook;
  onClose(): void;
  onMade?(webhook: WebhookWithSecret): void;
}

/** Where events are sent, and which: by type, channel and data. */
export function WebhookDialog({ webhook, onClose, onMade }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ["message.received"]);
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [channelIds, setChannelIds] = useState<string[]>(webhook?.channelIds ?? []);
  const [conditions, setConditions] = useState<ConditionDraft[]>(() => (webhook?.filter ?? []).map(draftOf));
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: channelList } = useQuery({ ...channels.listQuery(), enabled: can(me, "channels:read"), throwOnError: false });
  const filter = conditions.map(conditionOf);
  const settled = useSettled(JSON.stringify(filter));
  const known = channelList?.items ?? [];
  // Channels that have been deleted. They stay until somebody removes them: without any, the webhook would get all channels.
  const gone = (webhook?.channelIds ?? []).filter((id) => channelList !== undefined && known.every((channel) => channel.id !== id));
  const narrowed = { filter, channelIds: channelIds.length === 0 ? null : channelIds };
  const body = { ...{ url, events }, description: description === "" ? null : description, ...narrowed };
  // Unchanged values may name deleted records, or contain what this form cannot express.
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (webhook === undefined) onMade?.(await once(body, (options) => api.webhooks.create(body, options)));
    else if (changes !== null) await webhooks.update(client, webhook.id, changes, { quiet: true });
    webhooks.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={t(webhook === undefined ? "webhooks.new" : "webhooks.edit")}
      verb={t(webhook === undefined ? "webhooks.make" : "common.save")}
      isDisabled={events.length === 0}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("webhooks.url")} name="url" type="url" value={url} onChange={setUrl} isRequired isCode />
      <TagInput
        label={t("webhooks.events")}
        name="events"
        hint={t("webhooks.events.hint")}
        value={events}
        onChange={setEvents}
        suggestions={["*", ...eventTypes]}
      />
      <TextField label={t("webhooks.description")} name="description" value={description} onChange={setDescription} isOptional />
      {known.length + gone.length > 0 && (
        <CheckboxGroup
          label={t("webhooks.channels")}
          hint={t("webhooks.channels.hint")}
          name="channelIds"
          value={channelIds}
          onChange={setChannelIds}
        >
          {known.map(({ id, name }) => (
            <Checkbox key={id} value={id}>
              <bdi>{name}</bdi>
            </Checkbox>
          ))}
          {gone.map((id) => (
            <Checkbox key={id} value={id}>
              {t("webhooks.channels.gone")}
            </Checkbox>
          ))}
        </CheckboxGroup>
      )}
      <FilterFields conditions={conditions} onChange={setConditions} />
      {webhook !== undefined && (
        <TryFilter
          webhookId={webhook.id}
          filter={JSON.parse(settled) as typeof filter}
          isNarrowedAnew={!isSame(events, webhook.events) || !isSame(narrowed.channelIds, webhook.channelIds)}
        />
      )}
    </FormDialog>
  );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
