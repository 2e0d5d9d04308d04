import { useQuery } from "@tanstack/react-query";
import type { Channel } from "@parley/sdk";
import { channels } from "../../../api/resources.ts";
import { channelKindsQuery } from "../../../api/settings/channel-kinds.ts";

/** The channels whose addresses are telephone numbers; undefined while they load, or if they may not be read. */
export function usePhoneChannels(): Channel[] | undefined {
  const { data: list } = useQuery({ ...channels.listQuery(), throwOnError: false });
  const { data: kinds } = useQuery({ ...channelKindsQuery(), throwOnError: false });
  if (list === undefined || kinds === undefined) return undefined;
  const phone = new Set(kinds.data.filter(({ addressKind }) => addressKind === "phone").map(({ kind }) => kind));
  return list.items.filter(({ kind }) => phone.has(kind));
}
