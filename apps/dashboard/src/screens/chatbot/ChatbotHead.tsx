import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Bot, ChevronsUpDown, Ellipsis, ListChecks, Plus, Power, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Chatbot } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { chatbots, chatbotsQuery } from "../../api/automation/chatbots.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/overlays/Menu.tsx";
import { NewChatbotDialog } from "./NewChatbotDialog.tsx";
import { SwitchDialog } from "./SwitchDialog.tsx";

/** The chatbot's name, whether it is active, and the actions on it as a whole. */
export function ChatbotHead({ chatbot, part }: { chatbot: Chatbot; part: string }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: list } = useQuery({ ...chatbotsQuery(), throwOnError: false });
  const [dialog, setDialog] = useState<"new" | "switch" | "delete" | null>(null);
  const mayWrite = can(me, "chatbot:write");
  const { id, name, isActive, channelIds, version } = chatbot;
  const group = { group: "shell.chatbot" } as const;
  useActions([
    {
      ...group,
      ...({ id: "chatbot.switchOn", label: isActive ? "chatbot.deactivate" : "chatbot.activate", icon: Power } as const),
      enabled: mayWrite,
      run: () => setDialog("switch"),
    },
    { ...group, ...({ id: "chatbot.new", label: "chatbot.new", icon: Plus } as const), enabled: mayWrite, run: () => setDialog("new") },
  ]);
  const others = list?.items.filter((each) => each.id !== id) ?? [];
  return (
    <header className="head">
      <h1>{t("shell.chatbot")}</h1>
      {others.length === 0 && !mayWrite ? (
        <bdi className="cut font-medium">{name}</bdi>
      ) : (
        <Menu
          label={t("chatbot.switch")}
          placement="bottom start"
          trigger={
            <Button variant="ghost" icon={Bot} endIcon={ChevronsUpDown} tooltip={t("chatbot.switch")}>
              <bdi className="cut">{name}</bdi>
            </Button>
          }
        >
          {others.map((each) => (
            <MenuItem
              key={each.id}
              id={each.id}
              icon={Bot}
              onAction={() => void navigate({ to: "/chatbots/$chatbotId/$part", params: { chatbotId: each.id, part } })}
            >
              <bdi>{each.name}</bdi>
            </MenuItem>
          ))}
          {others.length > 0 && mayWrite && <MenuSeparator />}
          {mayWrite && (
            <MenuItem id="new" icon={Plus} onAction={() => setDialog("new")}>
              {t("chatbot.new")}
            </MenuItem>
          )}
        </Menu>
      )}
      <Chip tone={!isActive ? "plain" : channelIds.length === 0 ? "warn" : "ok"}>
        {!isActive ? t("chatbot.off") : channelIds.length === 0 ? t("chatbot.noChannel") : t("chatbot.on", { n: channelIds.length })}
      </Chip>
      <span className="only-desktop text-12 text-text-3 tabular-nums">{t("chatbot.version", { n: version })}</span>
      <span className="ms-auto flex gap-1.5">
        <LinkButton
          to="/chatbots/$chatbotId/$part"
          params={{ chatbotId: id, part: "evaluations" }}
          size="small"
          icon={ListChecks}
          className="only-desktop"
        >
          {t("chatbot.evaluations")}
        </LinkButton>
        {mayWrite && (
          <>
            <Button size="small" variant={isActive ? "plain" : "primary"} icon={Power} onPress={() => setDialog("switch")}>
              {t(isActive ? "chatbot.deactivate" : "chatbot.activate")}
            </Button>
            <Menu label={t("common.more")} trigger={<Button size="small" variant="ghost" icon={Ellipsis} label={t("common.more")} />}>
              <MenuItem id="delete" icon={Trash2} isDanger onAction={() => setDialog("delete")}>
                {t("common.delete")}
              </MenuItem>
            </Menu>
          </>
        )}
      </span>
      {dialog === "new" && <NewChatbotDialog onClose={() => setDialog(null)} />}
      {dialog === "switch" && <SwitchDialog chatbot={chatbot} onClose={() => setDialog(null)} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("labels.delete", { name })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDialog(null)}
          onConfirm={async () => {
            await api.chatbots.delete(id);
            await navigate({ to: "/chatbots" });
            client.removeQueries({ queryKey: chatbots.detailQuery(id).queryKey, exact: true });
            await client.invalidateQueries({ queryKey: ["chatbots", "list"] });
          }}
        >
          {t("chatbot.delete.text")}
        </ConfirmDialog>
      )}
    </header>
  );
}
