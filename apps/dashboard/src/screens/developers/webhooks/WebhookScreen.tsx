import "../../../styles/screens/settings.css";
import "../../../styles/screens/developers.css";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ChevronRight, EllipsisVertical, History, KeyRound, Pause, Pencil, Play, Send, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import type { WebhookReplay, WebhookWithSecret } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { webhooks } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { useFocusAfter } from "../../../parts/use-focus-after.ts";
import { useReported } from "../../../parts/use-reported.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { SecretOnce } from "../../../ui/SecretOnce.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { DeliveryPanel } from "./DeliveryPanel.tsx";
import { webhookTones } from "./delivery-tones.ts";
import { ReplayDialog } from "./ReplayDialog.tsx";
import { ReplayState } from "./ReplayState.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";

/** One webhook, with the history of each delivery. */
export function WebhookScreen() {
  const { t, format } = useI18n();
  const { webhookId } = useParams({ from: "/app/developers/webhooks/$webhookId" });
  const { state, delivery } = useSearch({ from: "/app/developers/webhooks/$webhookId" });
  const navigate = useNavigate({ from: "/developers/webhooks/$webhookId" });
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: webhook } = useQuery(webhooks.detailQuery(webhookId));
  const [rotated, setRotated] = useState<WebhookWithSecret | null>(null);
  const [replay, setReplay] = useState<WebhookReplay | null>(null);
  const [dialog, setDialog] = useState<"rotate" | "delete" | "replay" | "edit" | null>(null);
  const mayWrite = can(me, "webhooks:write");
  const inactiveId = useId();
  const reported = useReported();
  const [testButton, focusTest] = useFocusAfter<HTMLButtonElement>();
  async function run(work: () => Promise<unknown>, done: string) {
    const isDone = await reported(work, done);
    webhooks.invalidate(client, webhookId);
    void client.invalidateQueries({ queryKey: ["deliveries"] }, { throwOnError: false });
    return isDone;
  }
  const paused = webhook !== undefined && webhook.status !== "active";
  const toggle = () => run(() => api.webhooks.update(webhookId, { status: paused ? "active" : "paused" }), t("common.saved"));
  const test = () => void run(() => api.webhooks.test(webhookId), t("webhooks.tested"));
  /** The notice with its button goes. */
  const activate = async () => {
    if (await toggle()) focusTest();
  };
  useActions(
    mayWrite
      ? [
          { id: "webhook.test", label: "webhooks.test", group: "shell.developers", icon: Send, keys: "t", run: test },
          {
            id: "webhook.replay",
            label: "webhooks.replay",
            group: "shell.developers",
            icon: History,
            keys: "r",
            enabled: !paused,
            run: () => setDialog("replay"),
          },
        ]
      : [],
  );
  if (webhook === undefined) return <SkeletonRows rows={6} />;
  const close = () => setDialog(null);
  return (
    <>
      <header className="head">
        <span className="crumb">
          <Link to="/developers/$part" params={{ part: "webhooks" }}>
            {t("developers.webhooks")}
          </Link>
          <ChevronRight className="icon icon-14 flip" aria-hidden />
        </span>
        <h1 className="cut">
          <bdi dir="ltr">{webhook.url}</bdi>
        </h1>
        <Chip tone={webhookTones[webhook.status]}>{t(`webhooks.status.${webhook.status}`)}</Chip>
        {mayWrite && (
          <span className="ms-auto flex gap-1.5">
            <Button
              size="small"
              icon={History}
              keys="r"
              isDisabled={paused}
              {...(paused ? { "aria-describedby": inactiveId } : {})}
              onPress={() => setDialog("replay")}
            >
              {t("webhooks.replay")}
            </Button>
            <Menu
              label={t("common.more")}
              placement="bottom end"
              trigger={<Button size="small" icon={EllipsisVertical} label={t("common.more")} />}
            >
              <MenuItem icon={Pencil} onAction={() => setDialog("edit")}>
                {t("webhooks.edit")}
              </MenuItem>
              <MenuItem icon={paused ? Play : Pause} onAction={() => void toggle()}>
                {t(paused ? "webhooks.activate" : "webhooks.pause")}
              </MenuItem>
              <MenuItem icon={KeyRound} onAction={() => setDialog("rotate")}>
                {t("webhooks.rotate")}
              </MenuItem>
              <MenuItem icon={Trash2} isDanger onAction={() => setDialog("delete")}>
                {t("common.delete")}
              </MenuItem>
            </Menu>
            <Button size="small" variant="primary" icon={Send} keys="t" ref={testButton} onPress={test}>
              {t("webhooks.test")}
            </Button>
          </span>
        )}
      </header>
      <div className="scroll grow">
        {rotated !== null && (
          <div className="p-4">
            <SecretOnce title={t("webhooks.secret")} secret={rotated.secret} onDone={() => setRotated(null)} />
          </div>
        )}
        {paused && (
          <Notice
            tone={webhook.disabledReason === null ? "warn" : "bad"}
            className="m-4"
            actions={
              mayWrite && (
                <Button size="small" icon={Play} onPress={() => void activate()}>
                  {t("webhooks.activate")}
                </Button>
              )
            }
          >
            {webhook.disabledReason !== null && <bdi className="block">{webhook.disabledReason}</bdi>}
            <span id={inactiveId}>{t("webhooks.inactive")}</span>
          </Notice>
        )}
        {webhook.previousSecretExpiresAt !== null && (
          <p className="notice warn m-4">{t("webhooks.rotating", { when: format.instant(webhook.previousSecretExpiresAt) })}</p>
        )}
        {replay !== null && <ReplayState started={replay} onDone={() => setReplay(null)} />}
        <Deliveries
          webhookId={webhookId}
          state={state}
          openedId={delivery}
          onState={(next) => void navigate({ search: next === undefined ? {} : { state: next }, replace: true })}
          onOpen={(id) => void navigate({ search: (now) => ({ ...now, delivery: id }) })}
        />
      </div>
      {delivery !== undefined && (
        <Drawer
          title={t("webhooks.delivery")}
          size="wide"
          isOpen
          onOpenChange={(open) => !open && void navigate({ search: state === undefined ? {} : { state } })}
        >
          <DeliveryPanel
            webhookId={webhookId}
            deliveryId={delivery}
            url={webhook.url}
            isActive={!paused}
            onRetry={mayWrite ? () => void run(() => api.webhooks.deliveries.retry(webhookId, delivery), t("webhooks.retried")) : null}
          />
        </Drawer>
      )}
      {dialog === "edit" && <WebhookDialog webhook={webhook} onClose={close} />}
      {dialog === "replay" && <ReplayDialog webhookId={webhookId} onClose={close} onStarted={setReplay} />}
      {dialog === "rotate" && (
        <ConfirmDialog
          title={t("webhooks.rotate")}
          isOpen
          confirmLabel={t("webhooks.rotate")}
          onOpenChange={(open) => !open && close()}
          onConfirm={async () => {
            setRotated(await api.webhooks.rotateSecret(webhookId));
            webhooks.invalidate(client, webhookId);
            close();
          }}
        >
          {t("webhooks.rotate.text")}
        </ConfirmDialog>
      )}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("labels.delete", { name: webhook.url })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && close()}
          onConfirm={async () => {
            await webhooks.remove(client, webhookId);
            void navigate({ to: "/developers/$part", params: { part: "webhooks" } });
          }}
        >
          {t("webhooks.delete.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
