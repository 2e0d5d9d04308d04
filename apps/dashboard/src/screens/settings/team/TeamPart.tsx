import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Ellipsis, Mail, UserPlus } from "lucide-react";
import { useState } from "react";
import type { Agent, Invitation } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { agents, divisions, invitations } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";

import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Meter } from "../../../ui/feedback/Progress.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { AgentDialog } from "./AgentDialog.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";

const roles = ["owner", "admin", "supervisor", "agent", "viewer"] as const;
type Role = (typeof roles)[number];

/** The members, their roles, and the number of their conversations. */
export function TeamPart() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(agents.listQuery());
  const [inviting, setInviting] = useState(false);
  const mayWrite = can(me, "agents:write");
  const mayInvite = can(me, "organization:write");
  const { data: invited } = useQuery({ ...invitations.listQuery(), enabled: can(me, "organization:read"), throwOnError: false });
  const pending = (invited?.items ?? []).filter(({ status }) => status === "pending");
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
            cell: (agent) => (mayWrite && agent.id !== me.user?.agentId ? <RoleChoice agent={agent} /> : t(`role.${agent.role}`)),
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
            cell: (agent) => mayWrite && <PersonMenu agent={agent} isSelf={agent.id === me.user?.agentId} />,
          },
        ]}
        empty={<EmptyState icon={UserPlus} title={t("team.empty")} />}
      />
      {pending.length > 0 && <Invited invitations={pending} mayWrite={mayInvite} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
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

function RoleChoice({ agent }: { agent: Agent }) {
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
      options={roles.map((id) => ({ id, name: t(`role.${id}`) }))}
      onChange={(role) => void change(role as Role)}
    />
  );
}

function PersonMenu({ agent, isSelf }: { agent: Agent; isSelf: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const suspended = agent.status === "suspended";
  async function run(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (error) {
      showFailure(error, i18n);
    }
    await agents.invalidate(client);
  }
  return (
    <>
      <Menu
        label={t("team.more", { name: agent.name })}
        trigger={<Button icon={Ellipsis} label={t("team.more", { name: agent.name })} variant="ghost" size="small" />}
      >
        <MenuItem id="edit" onAction={() => setEditing(true)}>
          {t("team.edit")}
        </MenuItem>
        {/* The organization cannot reverse a suspension by the platform. */}
        {!isSelf && agent.suspendedBy !== "platform" && (
          <MenuItem
            id="suspend"
            onAction={() =>
              void run(() => agents.update(client, agent.id, { status: suspended ? "active" : "suspended" }, { quiet: true }))
            }
          >
            {t(suspended ? "team.unsuspend" : "team.suspend")}
          </MenuItem>
        )}
        {!isSelf && (
          <MenuItem id="remove" isDanger onAction={() => setRemoving(true)}>
            {t("team.remove")}
          </MenuItem>
        )}
      </Menu>
      {editing && <AgentDialog agent={agent} onClose={() => setEditing(false)} />}
      {removing && (
        <ConfirmDialog
          title={t("team.removeTitle", { name: agent.name })}
          isOpen
          isDanger
          confirmLabel={t("team.remove")}
          onOpenChange={setRemoving}
          onConfirm={async () => {
            await run(() => api.agents.delete(agent.id));
            setRemoving(false);
          }}
        >
          {t("team.remove.text")}
        </ConfirmDialog>
      )}
    </>
  );
}

function Invited({ invitations: pending, mayWrite }: { invitations: Invitation[]; mayWrite: boolean }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  async function run(work: () => Promise<unknown>, done: string) {
    try {
      await work();
      toast.show({ tone: "ok", text: done });
    } catch (error) {
      showFailure(error, i18n);
    }
    await invitations.invalidate(client);
  }
  return (
    <section className="p-4" aria-label={t("team.invited")}>
      <span className="section-title">{t("team.invited")}</span>
      {pending.map(({ id, email, role, mailStatus, mailError, expiresAt }) => (
        <div className="mini" key={id}>
          <Mail className="icon" aria-hidden />
          <span className="min-w-0 grow">
            <bdi className="cut block">{email}</bdi>
            <span className={`text-12 ${mailStatus === "failed" ? "text-danger-text" : "text-text-3"}`}>
              {t(`role.${role}`)} ·{" "}
              {mailStatus === "failed" ? (mailError ?? t("team.mailFailed")) : t("team.expires", { when: format.relative(expiresAt) })}
            </span>
          </span>
          {mayWrite && (
            <>
              <Button size="small" onPress={() => void run(() => api.invitations.resend(id), t("team.sentAgain"))}>
                {t("team.sendAgain")}
              </Button>
              <Button size="small" variant="ghost" onPress={() => void run(() => api.invitations.delete(id), t("team.withdrawn"))}>
                {t("team.withdraw")}
              </Button>
            </>
          )}
        </div>
      ))}
    </section>
  );
}

function InviteDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("agent");
  async function invite() {
    await api.invitations.create({ email, role, ...(name.trim() === "" ? {} : { name }) });
    await Promise.all([invitations.invalidate(client), agents.invalidate(client)]);
    toast.show({ tone: "ok", text: t("team.inviteSent", { email }) });
    onClose();
  }
  return (
    <FormDialog title={t("team.invite")} size="small" verb={t("team.send")} onSubmit={invite} onClose={onClose}>
      <TextField label={t("contact.email")} name="email" type="email" value={email} onChange={setEmail} isRequired />
      <TextField label={t("contact.name")} name="name" isOptional value={name} onChange={setName} />
      <Select
        label={t("team.role")}
        name="role"
        value={role}
        options={roles.map((id) => ({ id, name: t(`role.${id}`), description: t(`role.${id}.text`) }))}
        onChange={(next) => setRole(next as Role)}
      />
    </FormDialog>
  );
}
