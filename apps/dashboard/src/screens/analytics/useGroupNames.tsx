import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { MetricsBreakdown } from "@parley/sdk";
import { channels } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { channelLabel, ChannelGlyph } from "../../parts/ChannelGlyph.tsx";
import { Avatar } from "../../ui/Avatar.tsx";

const authors = ["member", "api", "chatbot", "flow", "broadcast", "platform"] as const;

/** The name and appearance of a group in a result. */
export function useGroupNames(
  by: MetricsBreakdown["by"],
): (key: string | null, name: string | null) => { name: string; start?: ReactNode } {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: list } = useQuery({ ...channels.listQuery(), enabled: by === "channel" && can(me, "channels:read"), throwOnError: false });
  return (key, name) => {
    if (by === "author_kind") {
      const author = authors.find((each) => each === key);
      return { name: author === undefined ? (key ?? "") : t(`analytics.author.${author}`) };
    }
    if (by === "channel_kind") return { name: t(channelLabel(key ?? "")), start: <ChannelGlyph kind={key ?? ""} silent /> };
    // A deleted record has an id and no name.
    const shown = name ?? (key === null ? t(by === "division" ? "analytics.noDivision" : "analytics.unassigned") : t("analytics.deleted"));
    if (by === "channel") {
      const kind = list?.items.find(({ id }) => id === key)?.kind;
      return { name: shown, ...(kind === undefined ? {} : { start: <ChannelGlyph kind={kind} silent /> }) };
    }
    if (by === "assignee" && key !== null) return { name: shown, start: <Avatar id={key} name={name} size={20} /> };
    return { name: shown };
  };
}
