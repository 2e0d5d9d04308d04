import { useNavigate, useParams } from "@tanstack/react-router";
import { Webhook } from "lucide-react";
import type { WebhookEvent } from "@parley/sdk";
import { webhookEventsQuery } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { When } from "../../../parts/When.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { isFiltered, useAdminSearch, WordFilter } from "../frame/Filters.tsx";
import { OrganizationLink } from "../frame/OrganizationLink.tsx";
import { WebhookEventDrawer, WebhookEventState } from "./WebhookEventDrawer.tsx";

const directions = ["inbound", "outbound"] as const;
const states = ["pending", "processing", "done", "failed"] as const;

/** Platforms' callbacks, and deliveries to webhooks, of all organizations. */
export function WebhookEventsPart() {
  const { t, format } = useI18n();
  const [search, , clear] = useAdminSearch();
  const { recordId } = useParams({ strict: false });
  const navigate = useNavigate({ from: "/admin/$part" });
  const { direction, state } = search;
  return (
    <>
      <FilterBar label={t("admin.filter")} {...(isFiltered(search) ? { onClear: clear } : {})}>
        <WordFilter name="direction" label={t("admin.direction")} words={directions} textOf={(value) => t(`admin.direction.${value}`)} />
        <WordFilter name="state" label={t("inbox.status")} words={states} textOf={(value) => t(`admin.event.${value}`)} />
      </FilterBar>
      <ListFrame<WebhookEvent>
        query={webhookEventsQuery({ direction, state })}
        label={t("admin.webhookEvents")}
        rowId={({ id }) => id}
        currentId={recordId}
        onRowAction={({ id }) =>
          void navigate({ to: "/admin/$part/$recordId", params: { part: "webhook-events", recordId: id }, search: (was) => was })
        }
        columns={[
          { id: "when", name: t("audit.when"), cell: ({ createdAt }) => <When at={createdAt} /> },
          { id: "direction", name: t("admin.direction"), cell: (event) => t(`admin.direction.${event.direction}`) },
          { id: "type", name: t("admin.event"), isRowHeader: true, cell: ({ type }) => <code>{type}</code> },
          {
            ...{ id: "organization", name: t("admin.organization") },
            cell: ({ organizationId }) => <OrganizationLink id={organizationId} />,
          },
          { id: "state", name: t("inbox.status"), cell: (event) => <WebhookEventState event={event} /> },
          {
            ...{ id: "error", name: t("admin.why") },
            cell: ({ lastError }) => lastError !== null && <bdi className="text-danger-text">{lastError}</bdi>,
          },
          { id: "attempts", name: t("webhooks.attempts"), align: "end", cell: ({ attempts }) => format.number(attempts) },
        ]}
        empty={<EmptyState icon={Webhook} title={t("admin.nothing")} call="GET /api/v1/admin/webhook-events" />}
      />
      {recordId !== undefined && (
        <WebhookEventDrawer
          id={recordId}
          onClose={() => void navigate({ to: "/admin/$part", params: { part: "webhook-events" }, search: (was) => was })}
        />
      )}
    </>
  );
}
