import { useSuspenseQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import type { AdminMember, AdminMembersListQuery } from "@parley/sdk";
import { membersQuery } from "../../../api/admin/admin.ts";
import { api } from "../../../api/client.ts";
import { meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { When } from "../../../parts/When.tsx";
import { Avatar } from "../../../ui/Avatar.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { OrganizationLink } from "../frame/OrganizationLink.tsx";
import { StatusChip } from "../frame/StatusChip.tsx";
import { useRun } from "../frame/useRun.ts";
import { PersonSuspension } from "./PersonSuspension.tsx";

export const roles = ["owner", "admin", "supervisor", "agent", "viewer"] as const;

interface Props {
  filters: AdminMembersListQuery;
  mayWrite: boolean;
  /** All belong to one organization. */
  hideOrganization?: boolean;
}

/** People with their organizations: a member of several has a row for each. */
export function MemberList({ filters, mayWrite, hideOrganization = false }: Props) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <ListFrame<AdminMember>
      query={membersQuery(filters)}
      label={t("admin.people")}
      rowId={({ id, organizationId }) => `${id} ${organizationId}`}
      columns={[
        { id: "person", name: t("team.person"), cell: (member) => <Person member={member} /> },
        ...(hideOrganization
          ? []
          : [
              {
                ...{ id: "organization", name: t("admin.organization") },
                cell: ({ organizationId, organizationName }: AdminMember) => (
                  <OrganizationLink id={organizationId} name={organizationName} />
                ),
              },
            ]),
        {
          ...{ id: "role", name: t("team.role") },
          cell: (member) => (mayWrite && member.userId !== me.user?.id ? <RoleChoice member={member} /> : t(`role.${member.role}`)),
        },
        {
          ...{ id: "status", name: t("inbox.status") },
          cell: ({ status, suspendedBy }) => (
            <span className="grid justify-items-start gap-0.5">
              <StatusChip status={status} />
              {suspendedBy !== null && <span className="text-12 text-text-3">{t(`admin.suspendedBy.${suspendedBy}`)}</span>}
            </span>
          ),
        },
        { id: "since", name: t("general.since"), align: "end", cell: ({ createdAt }) => <When at={createdAt} /> },
        {
          ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
          cell: (member) => mayWrite && member.userId !== me.user?.id && <PersonSuspension member={member} />,
        },
      ]}
      empty={<EmptyState icon={Users} title={t("admin.nothing")} call="GET /api/v1/admin/members" />}
    />
  );
}

function Person({ member: { userId, name, email } }: { member: AdminMember }) {
  return (
    <span className="flex items-center gap-2.5">
      <Avatar id={userId} name={name} size={24} />
      <span className="min-w-0">
        <bdi className="cut block">{name}</bdi>
        <bdi className="cut block text-12 text-text-3">{email}</bdi>
      </span>
    </span>
  );
}

function RoleChoice({ member: { id, organizationId, name, role } }: { member: AdminMember }) {
  const { t } = useI18n();
  const { now } = useRun();
  return (
    <Select
      label={t("team.roleOf", { name })}
      hideLabel
      size="small"
      value={role}
      options={roles.map((each) => ({ id: each, name: t(`role.${each}`) }))}
      onChange={(next) =>
        void now(
          () => api.admin.members.setRole(id, { role: next }, { organizationId }),
          t("team.roleChanged", { name, role: t(`role.${next}`) }),
        )
      }
    />
  );
}
