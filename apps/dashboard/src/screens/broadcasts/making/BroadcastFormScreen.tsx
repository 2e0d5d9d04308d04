import "../../../styles/screens/broadcasts.css";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { FlaskConical, Save, Send } from "lucide-react";
import { useRef, useState } from "react";
import type { Broadcast } from "@parley/sdk";
import { useOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { serverNow } from "../../../api/clock.ts";
import { settleDraft } from "../../../api/live/settle-draft.ts";
import { undoMs } from "../../../api/mutations.ts";
import { broadcasts } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { BroadcastsLink } from "../BroadcastsLink.tsx";
import { AudienceCard } from "./AudienceCard.tsx";
import { changesOf, keptTime } from "./form.ts";
import { MessageCard } from "./MessageCard.tsx";
import { PaceCard } from "./PaceCard.tsx";
import { PreviewPane } from "./PreviewPane.tsx";
import { TestDialog } from "./TestDialog.tsx";
import { draftPlace, useBroadcastForm } from "./useBroadcastForm.ts";
import { useUndoSending } from "../useUndoSending.ts";

/** A new broadcast, or a draft: audience, message, time and rate on one page, with a preview. */
export function BroadcastFormScreen() {
  const { broadcastId } = useParams({ strict: false }) as { broadcastId?: string };
  const { data } = useQuery({ ...broadcasts.detailQuery(broadcastId ?? ""), enabled: broadcastId !== undefined });
  if (broadcastId === undefined) return <Making key="new" />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  return <Making key={broadcastId} broadcast={data} />;
}

function Making({ broadcast }: { broadcast?: Broadcast }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const navigate = useNavigate();
  const client = useQueryClient();
  const once = useOnce();
  const undoSending = useUndoSending();
  const { data: me } = useSuspenseQuery(meQuery);
  const making = useBroadcastForm(broadcast);
  const { form, change, body, preview, isCounted, isKept } = making;
  const [testing, setTesting] = useState(false);
  const [pending, setPending] = useState<"save" | "send" | null>(null);
  const intent = useRef<"save" | "send">("save");
  const element = useRef<HTMLFormElement>(null);
  const mayWrite = can(me, "broadcasts:write");
  const isDraft = broadcast === undefined || broadcast.status === "draft";
  const sendable = preview?.data?.sendable;
  const ready = body !== null && isCounted && sendable !== undefined && sendable > 0 && can(me, "broadcasts:send");

  function submit(verb: "save" | "send") {
    if (pending !== null) return;
    intent.current = verb;
    element.current?.requestSubmit();
  }
  /** What stays unsaved of a saved one. */
  const unsaved = form.at === null ? "" : keptTime(form.at);
  async function save(): Promise<Broadcast> {
    if (body === null) throw new Error("the form is not complete");
    // What is sent to customers is what is shown; a draft keeps what a colleague has changed meanwhile.
    const changes = intent.current === "send" ? body : changesOf(body, making.edited);
    const unchanged = broadcast !== undefined && Object.keys(changes).length === 0 ? broadcast : undefined;
    const saved =
      unchanged ??
      (await (broadcast === undefined
        ? once(body, (options) => api.broadcasts.create(body, options))
        : api.broadcasts.update(broadcast.id, changes)));
    // First, because the form shows it from now on, and further edits are relative to it.
    client.setQueryData(broadcasts.detailQuery(saved.id).queryKey, saved);
    if (broadcast !== undefined) making.settle(saved.id, unsaved);
    broadcasts.invalidate(client, saved.id);
    return saved;
  }
  /** The form shows a new one until its own page is open. */
  async function openCreated(id: string) {
    await navigate({ to: "/broadcasts/$broadcastId/edit", params: { broadcastId: id }, replace: true });
    making.settle(id, unsaved);
  }
  async function run() {
    if (body === null) return;
    setPending(intent.current);
    try {
      const saved = await save();
      if (intent.current === "save") {
        toast.show({ tone: "ok", text: t("broadcasts.saved") });
        if (broadcast === undefined) await openCreated(saved.id);
        return;
      }
      const at = form.at ?? new Date(serverNow() + undoMs).toISOString();
      // By the server's clock: it starts whether or not this page is still open, and can be undone until then.
      try {
        await api.broadcasts.schedule(saved.id, { scheduledAt: at });
      } catch (error) {
        if (broadcast !== undefined) throw error;
        // It has been created: another attempt must not create a second one.
        showFailure(error, i18n);
        return await openCreated(saved.id);
      }
      if (broadcast !== undefined) settleDraft(draftPlace(saved.id), { submitted: unsaved });
      broadcasts.invalidate(client, saved.id);
      toast.show({
        id: `broadcast/${saved.id}`,
        tone: "ok",
        text: form.at === null ? t("broadcasts.begins") : t("broadcasts.scheduledFor", { when: format.when(form.at) }),
        action: { label: t("common.undo"), run: () => void undoSending(saved.id, form.at) },
      });
      await navigate({ to: "/broadcasts/$broadcastId", params: { broadcastId: saved.id } });
      if (broadcast === undefined) making.settle(saved.id, "");
    } finally {
      setPending(null);
    }
  }
  const actions = { group: "shell.broadcasts" } as const;
  useActions([
    {
      ...actions,
      ...({ id: "broadcasts.save", label: "broadcasts.save", icon: Save, keys: "mod+s", inFields: true } as const),
      enabled: mayWrite && isDraft && body !== null,
      run: () => submit("save"),
    },
    {
      ...actions,
      ...({ id: "broadcasts.send", label: "broadcasts.send", icon: Send, keys: "mod+enter", inFields: true } as const),
      enabled: ready && isDraft,
      run: () => submit("send"),
    },
  ]);
  return (
    <>
      <header className="head">
        <BroadcastsLink />
        <h1 className="cut">
          <bdi>{broadcast?.title ?? t("broadcasts.new")}</bdi>
        </h1>
        <Chip className="only-desktop">{t("broadcasts.status.draft")}</Chip>
        <span className="only-desktop text-12 text-text-3">{isKept ? t("broadcasts.unsaved") : ""}</span>
        {mayWrite && isDraft && (
          <span className="ms-auto flex gap-1.5">
            {can(me, "messages:send") && (
              <Button
                size="small"
                icon={FlaskConical}
                label={t("broadcasts.test")}
                isDisabled={making.content === null}
                onPress={() => setTesting(true)}
              >
                <span className="only-desktop">{t("broadcasts.test")}</span>
              </Button>
            )}
            <Button
              size="small"
              icon={Save}
              label={t("broadcasts.save")}
              isDisabled={body === null}
              isPending={pending === "save"}
              onPress={() => submit("save")}
            >
              <span className="only-desktop">{t("broadcasts.save")}</span>
            </Button>
            {can(me, "broadcasts:send") && (
              <Button size="small" variant="primary" isDisabled={!ready} isPending={pending === "send"} onPress={() => submit("send")}>
                {sendable === undefined || sendable === 0
                  ? t(form.at === null ? "broadcasts.send" : "broadcasts.schedule")
                  : t(form.at === null ? "broadcasts.sendTo" : "broadcasts.scheduleTo", { n: sendable })}
              </Button>
            )}
          </span>
        )}
      </header>
      {!mayWrite || !isDraft ? (
        <div className="page narrow">
          <Notice tone="info">{t(isDraft ? "broadcasts.readOnly" : "broadcasts.notADraft")}</Notice>
        </div>
      ) : (
        <div className="making">
          <div className="scroll">
            <Form ref={element} className="making-cards" label={t("broadcasts.new")} onSubmit={run}>
              <TextField
                label={t("broadcasts.title")}
                name="title"
                isRequired
                autoFocus={broadcast === undefined && form.title === ""}
                maxLength={200}
                value={form.title}
                onChange={(title) => change({ title })}
              />
              <AudienceCard making={making} />
              <MessageCard making={making} />
              <PaceCard making={making} />
              <Notice>{t("broadcasts.conversationsFirst")}</Notice>
            </Form>
          </div>
          <PreviewPane making={making} />
        </div>
      )}
      {testing && <TestDialog making={making} onClose={() => setTesting(false)} />}
    </>
  );
}
