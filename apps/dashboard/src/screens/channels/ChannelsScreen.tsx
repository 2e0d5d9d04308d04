import "../../styles/screens/channels.css";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useMatch, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus, Radio } from "lucide-react";
import { useState } from "react";
import { channels } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";
import { Drawer } from "../../ui/overlays/Drawer.tsx";
import { ChannelCard } from "./ChannelCard.tsx";
import { ChannelDetail } from "./ChannelDetail.tsx";
import { readChannelsSearch } from "./channels-search.ts";
import { ConnectDialog } from "./ConnectDialog.tsx";
import { KindCards } from "./KindCards.tsx";
import { SignedInDialog } from "./signing-in/SignedInDialog.tsx";

const lazyOptions = { keys: "unknown", placeholder: <SkeletonRows rows={6} /> } as const;
const TemplatesPart = lazyComponent(async () => (await import("./templates/TemplatesPart.tsx")).TemplatesPart, lazyOptions);
const TemplatePart = lazyComponent(async () => (await import("./templates/TemplatePart.tsx")).TemplatePart, lazyOptions);

/** The channels, or the templates of one, which fill the screen. */
export function ChannelsScreen() {
  const list = useMatch({ from: "/app/channels/$channelId/templates", shouldThrow: false });
  const one = useMatch({ from: "/app/channels/$channelId/templates/$templateId", shouldThrow: false });
  if (list !== undefined) return <TemplatesPart />;
  if (one !== undefined) return <TemplatePart />;
  return <ChannelList />;
}

/** The connected numbers and accounts, and their problems if any. */
function ChannelList() {
  const { t } = useI18n();
  const { channelId } = useParams({ strict: false }) as { channelId?: string };
  const { authorization } = readChannelsSearch(useSearch({ from: "/app/channels" }));
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(channels.listQuery());
  /** The preselected kind of the open dialog; null: the dialog is closed. */
  const [connecting, setConnecting] = useState<{ kind: string | null } | null>(null);
  const connect = (kind: string | null = null) => setConnecting({ kind });
  const mayWrite = can(me, "channels:write");
  const opened = data?.items.find(({ id }) => id === channelId);
  useActions(
    mayWrite
      ? [{ id: "channels.new", label: "channels.connect", group: "shell.channels", icon: Plus, keys: "c", run: () => connect() }]
      : [],
  );
  const connectButton = mayWrite && (
    <Button variant="primary" icon={Plus} keys="c" onPress={() => connect()}>
      {t("channels.connect")}
    </Button>
  );
  return (
    <>
      <header className="head">
        <h1>{t("shell.channels")}</h1>
        <span className="ms-auto">{connectButton}</span>
      </header>
      <div className="scroll grow">
        {data === undefined ? (
          <SkeletonRows rows={4} />
        ) : data.items.length === 0 ? (
          <EmptyState icon={Radio} title={t("channels.empty")} call="POST /api/v1/channels" actions={connectButton}>
            {t("channels.empty.text")}
          </EmptyState>
        ) : (
          <div className="channels">
            <div className="channel-cards">
              {data.items.map((channel) => (
                <ChannelCard key={channel.id} channel={channel} />
              ))}
            </div>
            {mayWrite && <KindCards onConnect={connect} />}
          </div>
        )}
      </div>
      {opened !== undefined && (
        <Drawer title={opened.name} isOpen onOpenChange={(open) => !open && void navigate({ to: "/channels" })}>
          <ChannelDetail channel={opened} mayWrite={mayWrite} onGone={() => void navigate({ to: "/channels" })} />
        </Drawer>
      )}
      {authorization !== undefined && (
        <SignedInDialog
          id={authorization}
          onClose={() => void navigate({ to: "/channels", search: {}, replace: true })}
          onAgain={
            mayWrite
              ? (kind) => {
                  void navigate({ to: "/channels", search: {}, replace: true });
                  connect(kind);
                }
              : null
          }
        />
      )}
      {connecting !== null && (
        <ConnectDialog
          kind={connecting.kind}
          onClose={() => setConnecting(null)}
          onMade={async (id) => {
            await channels.invalidate(client);
            void navigate({ to: "/channels/$channelId", params: { channelId: id } });
          }}
        />
      )}
    </>
  );
}
