import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, Ellipsis, Phone, Power, Trash2 } from "lucide-react";
import { useState } from "react";
import type { VoiceAgent } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { voiceAgents } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { AgentState } from "./AgentState.tsx";
import { SwitchAgentDialog } from "./SwitchAgentDialog.tsx";
import { useObstacles } from "./useObstacles.ts";

/** The voice agent's name, whether it answers, and the actions on it as a whole. */
export function AgentHead({ agent }: { agent: VoiceAgent }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const { numbers } = useObstacles(agent);
  const [dialog, setDialog] = useState<"switch" | "delete" | null>(null);
  const mayWrite = can(me, "voice:write");
  const { id, name, isActive, version } = agent;
  const group = { group: "shell.voice" } as const;
  useActions([
    {
      ...group,
      ...({ id: "voice.switchOn", label: isActive ? "voice.deactivate" : "voice.activate", icon: Power, keys: "e" } as const),
      enabled: mayWrite,
      run: () => setDialog("switch"),
    },
    {
      ...group,
      ...({ id: "voice.back", label: "common.back", keys: "escape", keyOnly: true } as const),
      run: () => void navigate({ to: "/voice/$part", params: { part: "agents" } }),
    },
  ]);
  return (
    <header className="head">
      <span className="crumb">
        <Link to="/voice/$part" params={{ part: "agents" }} search={{}}>
          {t("shell.voice")}
        </Link>
        <ChevronRight className="icon icon-14 flip" aria-hidden />
      </span>
      <h1 className="cut">
        <bdi>{name}</bdi>
      </h1>
      <AgentState agent={agent} numbers={numbers?.length ?? null} />
      <span className="only-desktop text-12 text-text-3 tabular-nums">{t("chatbot.version", { n: version })}</span>
      <span className="ms-auto flex gap-1.5">
        <LinkButton
          to="/voice/$part"
          params={{ part: "calls" }}
          search={{ voiceAgentId: id }}
          size="small"
          icon={Phone}
          className="only-desktop"
        >
          {t("voice.calls")}
        </LinkButton>
        {mayWrite && (
          <>
            <Button size="small" variant={isActive ? "plain" : "primary"} icon={Power} keys="e" onPress={() => setDialog("switch")}>
              {t(isActive ? "voice.deactivate" : "voice.activate")}
            </Button>
            <Menu label={t("common.more")} trigger={<Button size="small" variant="ghost" icon={Ellipsis} label={t("common.more")} />}>
              <MenuItem id="delete" icon={Trash2} isDanger onAction={() => setDialog("delete")}>
                {t("common.delete")}
              </MenuItem>
            </Menu>
          </>
        )}
      </span>
      {dialog === "switch" && <SwitchAgentDialog agent={agent} onClose={() => setDialog(null)} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("labels.delete", { name })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDialog(null)}
          onConfirm={async () => {
            await api.voiceAgents.delete(id);
            await navigate({ to: "/voice/$part", params: { part: "agents" } });
            client.removeQueries({ queryKey: voiceAgents.detailQuery(id).queryKey, exact: true });
            voiceAgents.invalidate(client);
          }}
        >
          {t("voice.delete.text")}
        </ConfirmDialog>
      )}
    </header>
  );
}
