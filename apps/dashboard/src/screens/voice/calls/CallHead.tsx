import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronLeft, Download, MessageCircle, PhoneForwarded, PhoneOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Call, VoiceAgent } from "@parley/sdk";
import { can, meQuery } from "../../../api/session.ts";
import { askOfCall, isLive, recordingUrl } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { personOf } from "../../../parts/calls/call-direction.ts";
import { CallStatusChip } from "../../../parts/calls/CallStatusChip.tsx";
import { toast } from "../../../shell/toast.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";

export interface CallNames {
  /** The person who speaks with the voice agent: who called, or whom we called. */
  caller: string;
  agent: string;
}

interface Props {
  call: Call;
  /** Undefined: deleted, or not loaded yet. */
  agent: VoiceAgent | undefined;
  names: CallNames;
  end: ReactNode;
}

/** Who called whom, the status, and the actions while it is in progress. */
export function CallHead({ call, agent, names, end }: Props) {
  const { t, format } = useI18n();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const [dialog, setDialog] = useState<"hangUp" | "transfer" | null>(null);
  const { id, status, contactId, conversationId, createdAt, durationSeconds, recording } = call;
  const canAct = can(me, "voice:write") && status === "in_progress";
  const number = agent?.transfer.phoneNumber ?? null;
  // A call on a chat channel cannot be transferred: the team gets the conversation.
  const isOfChannel = call.channelId !== null;
  const canTransfer = canAct && (isOfChannel || number !== null);
  const transferText = isOfChannel ? t("calls.transfer.text.channel") : t("calls.transfer.text", { number: number ?? "" });
  const group = { group: "shell.voice", enabled: canAct } as const;
  useActions([
    { ...group, ...({ id: "calls.hangUp", label: "calls.hangUp", icon: PhoneOff } as const), run: () => setDialog("hangUp") },
    {
      ...group,
      ...({ id: "calls.transfer", label: "calls.transfer", icon: PhoneForwarded } as const),
      enabled: canTransfer,
      run: () => setDialog("transfer"),
    },
  ]);
  return (
    <header className="voice-call-head">
      <Link
        className="btn ghost icon-only small only-phone"
        to="/voice/$part"
        params={{ part: "calls" }}
        search={{}}
        aria-label={t("inbox.toList")}
      >
        <ChevronLeft className="icon icon-18 flip" aria-hidden />
      </Link>
      <Avatar id={contactId ?? personOf(call) ?? id} name={names.caller} size={36} />
      <div className="min-w-0 grow">
        <h2 className="cut">
          <bdi>{names.caller}</bdi>
        </h2>
        <p className="cut text-12 text-text-3">
          <time dateTime={createdAt} title={format.instant(createdAt)}>
            {format.when(createdAt)}
          </time>
          {" · "}
          {t(`calls.direction.${call.direction}`)}
          {" · "}
          {durationSeconds === null ? null : `${format.duration(durationSeconds * 1_000)} · `}
          <bdi>{names.agent}</bdi>
        </p>
      </div>
      <span className="voice-call-tools">
        {isLive(call) && <CallStatusChip status={status} />}
        {canAct && (
          <>
            {canTransfer && (
              <Button size="small" icon={PhoneForwarded} onPress={() => setDialog("transfer")}>
                {t("calls.transfer")}
              </Button>
            )}
            <Button size="small" variant="danger" icon={PhoneOff} onPress={() => setDialog("hangUp")}>
              {t("calls.hangUp")}
            </Button>
          </>
        )}
        {recording?.status === "ready" && (
          <a className={buttonClass("plain", "small")} href={recordingUrl(id)} download>
            <Download className="icon icon-14" aria-hidden />
            {t("calls.recording")}
          </a>
        )}
        {conversationId !== null && can(me, "conversations:read") && (
          <LinkButton to="/inbox/$view/$conversationId" params={{ view: "all", conversationId }} size="small" icon={MessageCircle}>
            {t("calls.conversation")}
          </LinkButton>
        )}
        {end}
      </span>
      {dialog !== null && (
        <ConfirmDialog
          title={t(`calls.${dialog}.title`)}
          isOpen
          isDanger={dialog === "hangUp"}
          confirmLabel={t(`calls.${dialog}`)}
          onOpenChange={(open) => !open && setDialog(null)}
          onConfirm={async () => {
            await askOfCall(client, id, dialog);
            toast.show({ tone: "ok", text: t(`calls.${dialog}.asked`) });
            setDialog(null);
          }}
        >
          {dialog === "hangUp" ? t("calls.hangUp.text") : transferText}
        </ConfirmDialog>
      )}
    </header>
  );
}
