import { useQueryClient } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import type { Invitation } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { agents, invitations } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useReported } from "../../../parts/use-reported.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import type { Role } from "./roles.ts";

interface InvitedProps {
  invitations: readonly Invitation[];
  /** Invitations to other roles are read only. */
  within: readonly Role[];
}

/** The invitations that nobody has accepted yet. */
export function Invited({ invitations: pending, within }: InvitedProps) {
  const { t, format } = useI18n();
  const client = useQueryClient();
  const reported = useReported();
  async function run(work: () => Promise<unknown>, done: string) {
    await reported(work, done);
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
          {within.includes(role) && (
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

/** Invites a colleague to one of these roles. */
export function InviteDialog({ within, onClose }: { within: readonly Role[]; onClose(): void }) {
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
        options={within.map((id) => ({ id, name: t(`role.${id}`), description: t(`role.${id}.text`) }))}
        onChange={setRole}
      />
    </FormDialog>
  );
}
