import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Agent } from "@parley/sdk";
import { useState } from "react";
import { api } from "../api/client.ts";
import { can, meQuery } from "../api/session.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { showFailure } from "../parts/show-failure.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuItem } from "../ui/overlays/Menu.tsx";
import { StatusDot } from "../ui/feedback/StatusDot.tsx";

const choices = ["online", "busy", "away", "offline"] as const;
const tones = { online: "ok", busy: "bad", away: "warn", offline: "off" } as const;

/** Whether new conversations are assigned to the user: their avatar at the end of the rail. */
export function OwnAvailability() {
  const i18n = useI18n();
  const { t } = i18n;
  const { data: me } = useSuspenseQuery(meQuery);
  const queryClient = useQueryClient();
  const agentId = me.user?.agentId ?? "";
  const own = {
    queryKey: ["agents", "detail", agentId],
    queryFn: () => api.agents.get(agentId),
    enabled: agentId !== "" && can(me, "agents:read"),
  };
  const { data: agent } = useQuery({ ...own, throwOnError: false });
  /** Shown until the server has it. */
  const [chosen, setChosen] = useState<Agent["availability"] | null>(null);
  async function choose(availability: Agent["availability"]) {
    setChosen(availability);
    try {
      await api.agents.setOwnAvailability({ availability });
      await queryClient.invalidateQueries({ queryKey: ["agents"] });
    } catch (error) {
      showFailure(error, i18n);
    } finally {
      setChosen((now) => (now === availability ? null : now));
    }
  }
  const shown = chosen ?? agent?.availability;
  const name = me.user?.name ?? "";
  return (
    <Menu
      label={t("availability.title")}
      placement="top start"
      selectionMode="single"
      selectedKeys={shown === undefined ? [] : [shown]}
      trigger={
        <Button variant="ghost" className="own-availability">
          <Avatar id={agentId} name={name} imageUrl={agent?.avatarUrl ?? null} size={24} presence={shown === "busy" ? "away" : shown} />
          <span className="sr-only">{shown === undefined ? name : `${name}, ${t(`availability.${shown}`)}`}</span>
        </Button>
      }
    >
      {choices.map((each) => (
        <MenuItem key={each} id={each} start={<StatusDot tone={tones[each]} />} onAction={() => void choose(each)}>
          {t(`availability.${each}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
