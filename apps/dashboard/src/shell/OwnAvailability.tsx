import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Agent } from "@parley/sdk";
import { api } from "../api/client.ts";
import { can, meQuery } from "../api/session.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuItem } from "../ui/overlays/Menu.tsx";
import { StatusDot } from "../ui/feedback/StatusDot.tsx";

const choices = ["online", "busy", "away", "offline"] as const;
const tones = { online: "ok", busy: "bad", away: "warn", offline: "off" } as const;

/** Whether new conversations are assigned to the user: their avatar at the end of the rail. */
export function OwnAvailability() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const queryClient = useQueryClient();
  const agentId = me.user?.agentId ?? "";
  const own = {
    queryKey: ["agents", "detail", agentId],
    queryFn: () => api.agents.get(agentId),
    enabled: agentId !== "" && can(me, "agents:read"),
  };
  const { data: agent } = useQuery({ ...own, throwOnError: false });
  const change = useMutation({
    mutationFn: (availability: Agent["availability"]) => api.agents.setOwnAvailability({ availability }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["agents"] }),
  });
  const shown = change.isPending ? change.variables : agent?.availability;
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
        <MenuItem key={each} id={each} start={<StatusDot tone={tones[each]} />} onAction={() => change.mutate(each)}>
          {t(`availability.${each}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
