import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Flag, MailOpen, Network, Tag } from "lucide-react";
import type { ReactNode } from "react";
import type { Conversation } from "@parley/sdk";
import type { ConversationPatch } from "../../../api/mutations.ts";
import { divisions as divisionResource, labels as labelResource } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { hueOfColor } from "../../../parts/hue.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuItem, MenuSeparator, SubMenu } from "../../../ui/overlays/Menu.tsx";
import { ChatbotItem } from "./ChatbotItem.tsx";

interface Props {
  conversation: Conversation;
  onApply(patch: ConversationPatch, done: string): Promise<void>;
  /** Before the others: tools for which there is no other space. */
  children?: ReactNode;
}

const priorities = ["low", "medium", "high", "urgent"] as const;

/** Less frequent actions: labels, priority, division, unread. */
export function MoreMenu({ conversation, onApply, children }: Props) {
  const { t } = useI18n();
  const { data: labels } = useQuery({ ...labelResource.listQuery(), throwOnError: false });
  const { data: divisions } = useQuery({ ...divisionResource.listQuery(), throwOnError: false });
  const unread = () => void onApply({ read: false }, t("inbox.markedUnread"));
  useActions([{ id: "conversation.unread", label: "inbox.markUnread", group: "shell.inbox", icon: MailOpen, keys: "u", run: unread }]);
  const has = (label: { id: string; name: string }) => conversation.labels.some((each) => each === label.id || each === label.name);
  const toggle = (label: { id: string; name: string }) => {
    void onApply(has(label) ? { removeLabels: [label.name] } : { addLabels: [label.name] }, t("inbox.labelsChanged"));
  };
  return (
    <Menu label={t("common.more")} trigger={<Button icon={Ellipsis} label={t("common.more")} variant="ghost" size="small" />}>
      {children}
      <SubMenu label={t("inbox.labels")} icon={Tag}>
        {(labels?.items ?? []).map((label) => (
          <MenuItem
            key={label.id}
            id={label.id}
            start={<i className={`label-dot hue-${hueOfColor(label.color)}`} aria-hidden />}
            description={has(label) ? t("inbox.label.on") : undefined}
            onAction={() => toggle(label)}
          >
            {label.name}
          </MenuItem>
        ))}
      </SubMenu>
      <SubMenu label={t("inbox.priority")} icon={Flag}>
        {priorities.map((priority) => (
          <MenuItem
            key={priority}
            id={priority}
            onAction={() => void onApply({ priority }, t("inbox.priorityChanged", { priority: t(`priority.${priority}`) }))}
          >
            {t(`priority.${priority}`)}
          </MenuItem>
        ))}
      </SubMenu>
      {(divisions?.items.length ?? 0) > 0 && (
        <SubMenu label={t("inbox.division")} icon={Network}>
          {conversation.divisionId !== null && (
            <MenuItem id="none" onAction={() => void onApply({ divisionId: null }, t("inbox.division.removed"))}>
              {t("inbox.division.none")}
            </MenuItem>
          )}
          {(divisions?.items ?? []).map(({ id, name }) => (
            <MenuItem key={id} id={id} onAction={() => void onApply({ divisionId: id }, t("inbox.movedTo", { name }))}>
              {name}
            </MenuItem>
          ))}
        </SubMenu>
      )}
      <MenuSeparator />
      <ChatbotItem conversation={conversation} />
      <MenuItem id="unread" icon={MailOpen} keys="u" onAction={unread}>
        {t("inbox.markUnread")}
      </MenuItem>
    </Menu>
  );
}
