import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { Call } from "@parley/sdk";
import { channels } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ChannelGlyph, channelLabel } from "../../../parts/ChannelGlyph.tsx";

/** The telephone, or the chat channel on which the customer called. */
export function CallSource({ call: { channelId, provider } }: { call: Pick<Call, "channelId" | "provider"> }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery({ ...channels.listQuery(), enabled: channelId !== null && can(me, "channels:read"), throwOnError: false });
  if (channelId === null) return t("calls.source.telephone");
  const name = data?.items.find(({ id }) => id === channelId)?.name;
  return (
    <span className="flex items-center gap-1.5">
      <ChannelGlyph kind={provider} silent />
      <bdi className="cut">{name ?? t(channelLabel(provider))}</bdi>
    </span>
  );
}
