import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { Agent } from "@parley/sdk";
import { agents, divisions, invitations, members } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { Meter } from "../../../ui/feedback/Progress.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Invited, InviteDialog } from "./Invitations.tsx";
import { PersonMenu } from "./PersonMenu.tsx";
import { type Role, rolesWithin } from "./roles.ts";

/** The members, their roles, and the number of their conversations. */
export function TeamPart() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(agents.listQuery());
  const [inviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<Agent | null>(null);
  const client = useQueryClient();
  const within = rolesWithin(me);
  const mayChange = ({ role }: Agent) => can(me, "agents:write") && within.includes(role);
  const isSelf = ({ id }: Agent) => id === me.user?.agentId;
  const mayInvite = can(me, "organization:write");
  const { data: invited } = useQuery({ ...invitations.listQuery(), enabled: can(me, "organization:read"), throwOnError: false });
  const pending = (invited?.items ?? []).filter(({ status }) => status === "pending");
  async function remove({ id, name }: Agent) {
    const { ok } = await agents.remove(client, id);
    setRemoving(null);
    if (!ok) return;
    for (const each of [members, divisions]) each.invalidate(client);
    toast.show({ tone: "ok", text: t("team.removed", { name }) });
  }
  return (
    <>
      {mayInvite && (
        <div className="settings-tools">
          <Button variant="primary" icon={UserPlus} onPress={() => setInviting(true)}>
            {t("team.invite")}
          </Button>
        </div>
      )}
      <Table<Agent>
        label={t("settings.team")}
        rows={data?.items.filter(({ status }) => status !== "invited")}
        rowId={({ id }) => id}
        columns={[
          { id: "person", name: t("team.person"), cell: (agent) => <Person agent={agent} /> },
          {
            ...{ id: "role", name: t("team.role") },
            cell: (agent) => (mayChange(agent) && !isSelf(agent) ? <RoleChoice agent={agent} within={within} /> : t(`role.${agent.role}`)),
          },
          { id: "availability", name: t("team.availability"), cell: ({ availability }) => t(`availability.${availability}`) },
          { id: "load", name: t("team.load"), cell: (agent) => <Load agent={agent} /> },
          {
            id: "divisions",
            name: t("settings.divisions"),
            cell: ({ divisionIds }) => divisionIds.length > 0 && <Divisions ids={divisionIds} />,
          },
          { id: "seen", name: t("team.seen"), align: "end", cell: ({ lastSeenAt }) => lastSeenAt !== null && <Seen at={lastSeenAt} /> },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (agent) => mayChange(agent) && <PersonMenu agent={agent} isSelf={isSelf(agent)} onRemove={() => setRemoving(agent)} />,
          },
        ]}
        empty={<EmptyState icon={UserPlus} title={t("team.empty")} />}
      />
      {pending.length > 0 && <Invited invitations={pending} within={mayInvite ? within : []} />}
      {removing !== null && (
        <ConfirmDialog
          title={t("team.removeTitle", { name: removing.name })}
          isOpen
          isDanger
          confirmLabel={t("team.remove")}
          onOpenChange={(open) => !open && setRemoving(null)}
          onConfirm={() => remove(removing)}
        >
          {t("team.remove.text")}
        </ConfirmDialog>
      )}
      {inviting && <InviteDialog within={within} onClose={() => setInviting(false)} />}
    </>
  );
}

function Person({ agent }: { agent: Agent }) {
  const { t } = useI18n();
  return (
    <span className="flex items-center gap-2.5">
      <Avatar id={agent.id} name={agent.name} imageUrl={agent.avatarUrl} size={24} />
      <span className="min-w-0">
        <bdi className="cut block">{agent.name}</bdi>
        <bdi className="cut block text-12 text-text-3">{agent.email}</bdi>
      </span>
      {agent.status === "suspended" && <Chip tone="bad">{t("team.suspended")}</Chip>}
    </span>
  );
}

function Divisions({ ids }: { ids: readonly string[] }) {
  const { data } = useQuery({ ...divisions.listQuery(), throwOnError: false });
  return (
    <span className="flex flex-wrap gap-1">
      {data?.items
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name }) => (
          <Chip key={id}>
            <bdi>{name}</bdi>
          </Chip>
        ))}
    </span>
  );
}

function Seen({ at }: { at: string | null }) {
  const { format } = useI18n();
  if (at === null) return null;
  return (
    <time className="text-text-3" dateTime={at} title={format.instant(at)}>
      {format.when(at)}
    </time>
  );
}

function Load({ agent }: { agent: Agent }) {
  const { t } = useI18n();
  const { openConversations: open, maxOpenConversations: most } = agent;
  if (most === null) return <span className="tabular-nums">{open}</span>;
  const text = t("team.load.of", { n: open, most });
  return (
    <span className="flex items-center gap-2">
      <span className="w-14">
        <Meter label={t("team.load")} value={open} max={most} valueText={text} tone={open >= most * 0.9 ? "warn" : "accent"} />
      </span>
      <span className="tabular-nums">{text}</span>
    </span>
  );
}

function RoleChoice({ agent, within }: { agent: Agent; within: readonly Role[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  async function change(role: Role) {
    try {
      await agents.update(client, agent.id, { role }, { quiet: true });
      toast.show({ tone: "ok", text: t("team.roleChanged", { name: agent.name, role: t(`role.${role}`) }) });
    } catch (error) {
      showFailure(error, i18n);
    }
  }
  return (
    <Select
      label={t("team.roleOf", { name: agent.name })}
      hideLabel
      size="small"
      value={agent.role}
      options={within.map((id) => ({ id, name: t(`role.${id}`) }))}
      onChange={(role) => void change(role as Role)}
    />
  );
}
