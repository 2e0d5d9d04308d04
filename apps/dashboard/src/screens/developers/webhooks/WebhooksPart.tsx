import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookGlyph } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { Webhook, WebhookWithSecret } from "@parley/sdk";
import { webhooks } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { SecretOnce } from "../../../ui/SecretOnce.tsx";
import { webhookTones } from "./delivery-tones.ts";
import { WebhookDialog } from "./WebhookDialog.tsx";

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
            cell: ({ url, description }) => (
              <span className="grid">
                <bdi className="font-medium" dir="ltr">
                  {url}
                </bdi>
                {description !== null && <bdi className="text-12 text-text-3">{description}</bdi>}
              </span>
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
      {making && <WebhookDialog onClose={() => setMaking(false)} onMade={setMade} />}
    </>
  );
}
