import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { channelKindsQuery } from "../../api/settings/channel-kinds.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { ChannelGlyph } from "../../parts/ChannelGlyph.tsx";

/** The kinds of channels that can be connected, each with its required settings. */
export function KindCards({ onConnect }: { onConnect(kind: string): void }) {
  const { t, format } = useI18n();
  const { data } = useQuery({ ...channelKindsQuery(), throwOnError: false });
  if (data === undefined) return null;
  return (
    <>
      <h2 className="mt-6 text-14">{t("channels.another")}</h2>
      <div className="channel-kinds mt-3">
        {data.data.map(({ kind, label, configFields }) => (
          <button key={kind} type="button" className="card" onClick={() => onConnect(kind)}>
            <ChannelGlyph kind={kind} size="lg" silent />
            <span className="min-w-0 grow">
              <b className="block font-semibold">{label}</b>
              <span className="text-12 text-text-2">
                {t("channels.asksFor", {
                  fields: format.list(configFields.filter(({ required }) => required).map((field) => field.label)),
                })}
              </span>
            </span>
            <Plus className="icon" aria-hidden />
          </button>
        ))}
      </div>
    </>
  );
}
