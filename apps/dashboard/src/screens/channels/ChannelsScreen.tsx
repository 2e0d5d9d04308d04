import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Plus, Radio } from "lucide-react";
import { useState } from "react";
import type { Channel } from "@parley/sdk";
import { channels } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { ChannelGlyph } from "../../parts/ChannelGlyph.tsx";
import { Button } from "../../ui/Button.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { Drawer } from "../../ui/overlays/Drawer.tsx";
import { ChannelDetail } from "./ChannelDetail.tsx";
import { ConnectDialog } from "./ConnectDialog.tsx";

const tones: Readonly<Record<Channel["status"], ChipTone>> = {
  Connected: "ok",
  Pending: "warn",
  NeedsReauth: "bad",
  Disconnected: "plain",
  Error: "bad",
};

/** The connected numbers and accounts, and their problems if any. */
export function ChannelsScreen() {
  const { t } = useI18n();
  const { channelId } = useParams({ strict: false }) as { channelId?: string };
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(channels.listQuery());
  const [connecting, setConnecting] = useState(false);
  const mayWrite = can(me, "channels:write");
  const opened = data?.items.find(({ id }) => id === channelId);
  useActions(
    mayWrite
      ? [{ id: "channels.new", label: "channels.connect", group: "shell.channels", icon: Plus, keys: "c", run: () => setConnecting(true) }]
      : [],
  );
  const connectButton = mayWrite && (
    <Button variant="primary" icon={Plus} keys="c" onPress={() => setConnecting(true)}>
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
        <Table<Channel>
          label={t("shell.channels")}
          rows={data?.items}
          rowId={({ id }) => id}
          rowHref={({ id }) => `/channels/${id}`}
          columns={[
            {
              ...{ id: "name", name: t("contact.name") },
              cell: ({ kind, name }) => (
                <span className="flex items-center gap-2">
                  <ChannelGlyph kind={kind} />
                  <bdi className="font-medium">{name}</bdi>
                </span>
              ),
            },
            { id: "address", name: t("channels.address"), cell: ({ externalId }) => <bdi dir="ltr">{externalId}</bdi> },
            {
              id: "status",
              name: t("inbox.status"),
              cell: ({ status }) => <Chip tone={tones[status]}>{t(`channels.status.${status}`)}</Chip>,
            },
            {
              id: "reason",
              name: t("channels.finding"),
              cell: ({ statusReason }) => <bdi className="line-clamp-2 text-text-2">{statusReason}</bdi>,
            },
          ]}
          empty={
            <EmptyState icon={Radio} title={t("channels.empty")} call="POST /api/v1/channels" actions={connectButton}>
              {t("channels.empty.text")}
            </EmptyState>
          }
        />
      </div>
      {opened !== undefined && (
        <Drawer title={opened.name} isOpen onOpenChange={(open) => !open && void navigate({ to: "/channels" })}>
          <ChannelDetail channel={opened} mayWrite={mayWrite} onGone={() => void navigate({ to: "/channels" })} />
        </Drawer>
      )}
      {connecting && (
        <ConnectDialog
          onClose={() => setConnecting(false)}
          onMade={async (id) => {
            await channels.invalidate(client);
            void navigate({ to: "/channels/$channelId", params: { channelId: id } });
          }}
        />
      )}
    </>
  );
}
