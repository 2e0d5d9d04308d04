import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { Agent } from "@parley/sdk";
import { agents } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { AgentDialog } from "./AgentDialog.tsx";

interface Props {
  agent: Agent;
  isSelf: boolean;
  /** Asks before it does. */
  onRemove(): void;
}

/** What can be done with a member: edit, suspend for a while, or remove. */
export function PersonMenu({ agent, isSelf, onRemove }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const suspended = agent.status === "suspended";
  async function suspend() {
    try {
      await agents.update(client, agent.id, { status: suspended ? "active" : "suspended" }, { quiet: true });
    } catch (error) {
      showFailure(error, i18n);
    }
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
          <MenuItem id="suspend" onAction={() => void suspend()}>
            {t(suspended ? "team.unsuspend" : "team.suspend")}
          </MenuItem>
        )}
        {!isSelf && (
          <MenuItem id="remove" isDanger onAction={onRemove}>
            {t("team.remove")}
          </MenuItem>
        )}
      </Menu>
      {editing && <AgentDialog agent={agent} onClose={() => setEditing(false)} />}
    </>
  );
}
