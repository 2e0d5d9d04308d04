import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookGlyph } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { Webhook, WebhookWithSecret } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { webhooks } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";

import { TagInput } from "../../ui/fields/TagInput.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Table } from "../../ui/lists/Table.tsx";

import { SecretOnce } from "../../ui/SecretOnce.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

export const webhookTones: Readonly<Record<Webhook["status"], ChipTone>> = { active: "ok", paused: "plain", disabled: "bad" };

/** Suggestions; any event type of the reference can be entered. */
const commonEvents = [
  "message.received",
  "message.status",
  "message.sent",
  "conversation.created",
  "conversation.updated",
  "conversation.assigned",
  "contact.created",
  "contact.updated",
  "ticket.created",
  "ticket.updated",
  "deal.updated",
];

/** The webhooks. */
export function WebhooksPart() {
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(webhooks.listQuery());
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const mayWrite = can(me, "webhooks:write");
  useActions(
    mayWrite
      ? [{ id: "webhooks.new", label: "webhooks.new", group: "shell.developers", icon: Plus, keys: "c", run: () => setMaking(true) }]
      : [],
  );
  return (
    <>
      {made !== null && (
        <div className="p-4">
          <SecretOnce
            title={t("webhooks.secret")}
            secret={made.secret}
            onDone={() => {
              setMade(null);
              void navigate({ to: "/developers/webhooks/$webhookId", params: { webhookId: made.id } });
            }}
          />
        </div>
      )}
      {mayWrite && (
        <div className="settings-tools">
          <Button variant="primary" icon={Plus} keys="c" onPress={() => setMaking(true)}>
            {t("webhooks.new")}
          </Button>
        </div>
      )}
      <Table<Webhook>
        label={t("developers.webhooks")}
        rows={data?.items}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/developers/webhooks/${id}`}
        columns={[
          {
            id: "url",
            name: t("webhooks.url"),
            cell: ({ url }) => (
              <bdi className="font-medium" dir="ltr">
                {url}
              </bdi>
            ),
          },
          {
            id: "status",
            name: t("inbox.status"),
            cell: ({ status }) => <Chip tone={webhookTones[status]}>{t(`webhooks.status.${status}`)}</Chip>,
          },
          { id: "events", name: t("webhooks.events"), cell: ({ events }) => <code className="line-clamp-1">{events.join(", ")}</code> },
          {
            ...({ id: "failing", name: t("webhooks.failing"), align: "end" } as const),
            cell: ({ failingSince }) =>
              failingSince === null ? null : <span className="text-danger-text">{format.relative(failingSince)}</span>,
          },
        ]}
        empty={
          <EmptyState
            icon={WebhookGlyph}
            title={t("webhooks.empty")}
            call="POST /api/v1/webhooks"
            actions={
              mayWrite && (
                <Button icon={Plus} keys="c" onPress={() => setMaking(true)}>
                  {t("webhooks.new")}
                </Button>
              )
            }
          >
            {t("webhooks.empty.text")}
          </EmptyState>
        }
      />
      {making && <NewWebhookDialog onClose={() => setMaking(false)} onMade={setMade} />}
    </>
  );
}

function NewWebhookDialog({ onClose, onMade }: { onClose(): void; onMade(webhook: WebhookWithSecret): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<string[]>(["message.received"]);
  async function make() {
    const made = await api.webhooks.create({ url, events });
    await webhooks.invalidate(client);
    onClose();
    onMade(made);
  }
  return (
    <FormDialog
      title={t("webhooks.new")}
      size="small"
      verb={t("webhooks.make")}
      isDisabled={events.length === 0}
      onSubmit={make}
      onClose={onClose}
    >
      <TextField label={t("webhooks.url")} name="url" type="url" value={url} onChange={setUrl} isRequired isCode />
      <TagInput label={t("webhooks.events")} name="events" value={events} onChange={setEvents} suggestions={commonEvents} />
    </FormDialog>
  );
}
