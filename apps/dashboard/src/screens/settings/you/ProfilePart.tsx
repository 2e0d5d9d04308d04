import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Agent } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { agents } from "../../../api/resources.ts";
import { meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useEdits } from "../../../parts/fields/useEdits.ts";
import { toast } from "../../../shell/toast.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { EmailForm } from "./EmailForm.tsx";

/** A user's own profile. Fields that their role may not change are read-only. */
export function ProfilePart() {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: agent } = useQuery(agents.detailQuery(me.user?.agentId ?? ""));
  if (agent === undefined) return <SkeletonRows rows={4} />;
  return (
    <div className="settings-form">
      <ProfileForm agent={agent} mayWrite={me.scopes.includes("agents:write")} />
      <EmailForm />
    </div>
  );
}

function ProfileForm({ agent, mayWrite }: { agent: Agent; mayWrite: boolean }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { values, changes, edit, settle } = useEdits({ name: agent.name, signature: agent.signature ?? "" });
  const { name, signature } = values;
  async function save() {
    if (changes !== null) {
      const cleared = changes.signature?.trim() === "" ? { signature: null } : {};
      client.setQueryData(agents.detailQuery(agent.id).queryKey, await api.agents.update(agent.id, { ...changes, ...cleared }));
      settle();
      await Promise.all([agents.invalidate(client, agent.id), client.invalidateQueries({ queryKey: meQuery.queryKey })]);
    }
    toast.show({ tone: "ok", text: t("common.saved") });
  }
  return (
    <Form onSubmit={save} className="grid gap-4">
      <div className="flex items-center gap-3">
        <Avatar id={agent.id} name={agent.name} imageUrl={agent.avatarUrl} size={56} />
        <span>
          <b className="block text-16">
            <bdi>{agent.name}</bdi>
          </b>
          <span className="text-text-3">{t(`role.${agent.role}`)}</span>
        </span>
      </div>
      <TextField
        label={t("contact.name")}
        name="name"
        value={name}
        onChange={(next) => edit({ name: next })}
        isRequired
        isReadOnly={!mayWrite}
      />
      <TextArea
        label={t("profile.signature")}
        name="signature"
        isOptional
        rows={3}
        value={signature}
        onChange={(next) => edit({ signature: next })}
        isReadOnly={!mayWrite}
      />
      {mayWrite ? (
        <Button type="submit" variant="primary" className="justify-self-start">
          {t("common.save")}
        </Button>
      ) : (
        <p className="text-text-3">{t("profile.readOnly")}</p>
      )}
    </Form>
  );
}
