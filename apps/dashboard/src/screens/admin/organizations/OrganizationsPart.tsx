import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import type { AdminOrganization } from "@parley/sdk";
import { organizationsQuery } from "../../../api/admin/admin.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { When } from "../../../parts/When.tsx";
import { Button } from "../../../ui/Button.tsx";

import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { FindField, isFiltered, useAdminSearch, WordFilter } from "../frame/Filters.tsx";
import { StatusChip } from "../frame/StatusChip.tsx";
import { OrganizationPage } from "./OrganizationPage.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";

/** Dialogs and panes that are loaded when they are opened. */
const NewOrganizationDialog = lazyComponent(async () => (await import("./NewOrganizationDialog.tsx")).NewOrganizationDialog, {
  keys: "all",
});

const kinds = ["business", "agency", "platform"] as const;
const states = ["active", "suspended"] as const;

/** All organizations, or one of them. */
export function OrganizationsPart() {
  const { recordId } = useParams({ strict: false });
  return recordId === undefined ? <OrganizationList /> : <OrganizationPage key={recordId} organizationId={recordId} />;
}

function OrganizationList() {
  const { t, format } = useI18n();
  const [search, , clear] = useAdminSearch();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const [making, setMaking] = useState(false);
  const mayWrite = can(me, "admin:write");
  const { q, kind } = search;
  const status = states.find((each) => each === search.status);
  useActions([
    {
      ...({ id: "admin.organization.new", label: "admin.organization.new", group: "shell.admin", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setMaking(true),
    },
  ]);
  return (
    <>
      <FilterBar
        label={t("admin.filter")}
        {...(isFiltered(search) ? { onClear: clear } : {})}
        end={
          mayWrite && (
            <Button variant="primary" size="small" icon={Plus} keys="c" onPress={() => setMaking(true)}>
              {t("admin.organization.new")}
            </Button>
          )
        }
      >
        <FindField label={t("admin.organization.find")} />
        <WordFilter name="kind" label={t("general.kind")} words={kinds} textOf={(value) => t(`admin.kind.${value}`)} />
        <WordFilter name="status" label={t("inbox.status")} words={states} textOf={(value) => t(`admin.status.${value}`)} />
      </FilterBar>
      <ListFrame<AdminOrganization>
        query={organizationsQuery({ q, kind, status })}
        label={t("admin.organizations")}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/admin/organizations/${id}`}
        columns={[
          { id: "name", name: t("general.name"), cell: ({ name }) => <bdi className="font-medium">{name}</bdi> },
          { id: "kind", name: t("general.kind"), cell: ({ kind: of }) => t(`admin.kind.${of}`) },
          { id: "status", name: t("inbox.status"), cell: ({ status: of }) => <StatusChip status={of} /> },
          { id: "members", name: t("admin.people"), align: "end", cell: ({ members }) => format.number(members) },
          { id: "channels", name: t("shell.channels"), align: "end", cell: ({ channels }) => format.number(channels) },
          { id: "created", name: t("general.since"), align: "end", cell: ({ createdAt }) => <When at={createdAt} /> },
        ]}
        empty={
          <EmptyState
            icon={Building2}
            title={t(isFiltered(search) ? "admin.nothing" : "admin.organizations.empty")}
            call="POST /api/v1/admin/organizations"
          />
        }
      />
      {making && (
        <NewOrganizationDialog
          onMade={(id) => void navigate({ to: "/admin/$part/$recordId", params: { part: "organizations", recordId: id }, search: {} })}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}
