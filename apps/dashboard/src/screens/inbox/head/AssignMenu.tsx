import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { CircleDashed, UserRoundCheck } from "lucide-react";
import { useState } from "react";
import type { Conversation } from "@parley/sdk";
import type { ConversationPatch } from "../../../api/mutations.ts";
import { agents as agentResource } from "../../../api/resources.ts";
import { meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";

interface Props {
  conversation: Conversation;
  onApply(patch: ConversationPatch, done: string): Promise<void>;
}

/** The assignee of the conversation; a press changes it. */
export function AssignMenu({ conversation, onApply }: Props) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery({ ...agentResource.listQuery(), throwOnError: false });
  const [isOpen, setOpen] = useState(false);
  const assignee = data?.items.find(({ id }) => id === conversation.assigneeId);
  const own = me.user?.agentId ?? null;
  useActions([
    { id: "conversation.assign", label: "inbox.assign", group: "shell.inbox", icon: UserRoundCheck, keys: "a", run: () => setOpen(true) },
    {
      ...{ id: "conversation.assignMe", label: "inbox.assignMe", group: "shell.inbox", icon: UserRoundCheck, keys: "shift+a" },
      enabled: own !== null && conversation.assigneeId !== own,
      run: () => void onApply({ assigneeId: own }, t("inbox.assignedTo", { name: me.user?.name ?? "" })),
    },
  ]);
  return (
    <Menu
      label={t("inbox.assign")}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" size="small" className="phone-anchor">
          {assignee === undefined ? (
            <CircleDashed className="icon icon-14" aria-hidden />
          ) : (
            <Avatar id={assignee.id} name={assignee.name} imageUrl={assignee.avatarUrl} size={18} />
          )}
          <span className="sr-only">{t("inbox.assignee")}</span>
          <bdi className="cut">{assignee?.name ?? t("inbox.nobody")}</bdi>
        </Button>
      }
    >
      <AssignItems onApply={onApply} />
    </Menu>
  );
}

/** Oneself, nobody, and the agents. */
export function AssignItems({ onApply }: Pick<Props, "onApply">) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery({ ...agentResource.listQuery(), throwOnError: false });
  const active = (data?.items ?? []).filter(({ status }) => status === "active");
  const own = me.user?.agentId ?? null;
  const assignTo = (agentId: string | null, name: string) =>
    void onApply({ assigneeId: agentId }, agentId === null ? t("inbox.unassigned") : t("inbox.assignedTo", { name }));
  return (
    <>
      {own !== null && (
        <MenuItem id="me" icon={UserRoundCheck} keys="shift+a" onAction={() => assignTo(own, me.user?.name ?? "")}>
          {t("inbox.assignMe")}
        </MenuItem>
      )}
      <MenuItem id="nobody" icon={CircleDashed} onAction={() => assignTo(null, "")}>
        {t("inbox.nobody")}
      </MenuItem>
      <MenuSeparator />
      {active.map(({ id, name, avatarUrl, availability, openConversations }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={name}
          start={<Avatar id={id} name={name} imageUrl={avatarUrl} size={18} presence={availability === "busy" ? "away" : availability} />}
          description={t("inbox.openCount", { n: openConversations })}
          onAction={() => assignTo(id, name)}
        >
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </>
  );
}
