import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ChevronDown, LayoutTemplate, Paperclip, SendHorizontal, Zap } from "lucide-react";
import { useRef, useState } from "react";
import type { Conversation, Message, SendMessage, SuggestedReply } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { sendOptionsQuery } from "../../../api/conversations.ts";
import { agents } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useConversationActions } from "../../../api/useConversations.ts";
import { type ComposerMode, useConversationDraft } from "../../../api/useDraft.ts";
import { useAnsweredSince, useOutbox } from "../../../api/useThread.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { TypingLine } from "../../../parts/PresenceFaces.tsx";
import { tellFailure } from "../../../parts/tell-failure.ts";
import { WindowPill } from "../../../parts/WindowPill.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { SplitButton } from "../../../ui/ButtonGroup.tsx";
import { DropZone, FileButton } from "../../../ui/fields/FileButton.tsx";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { AnsweredGuard } from "./AnsweredGuard.tsx";
import { AssistMenu } from "./AssistMenu.tsx";
import { acceptedTypes, judgeFile } from "./attachments.ts";
import { ChoicesDialog } from "./ChoicesDialog.tsx";
import { ClosedNotice } from "./ClosedNotice.tsx";
import { ComposerField } from "./ComposerField.tsx";
import { DraftStrip } from "./DraftStrip.tsx";
import { EmojiButton } from "./EmojiButton.tsx";
import { MacroMenu } from "./MacroMenu.tsx";
import { mentionedIn } from "./mentions.ts";
import { ModeTabs } from "./ModeTabs.tsx";
import { QuotedLine } from "./QuotedLine.tsx";
import { TemplatePicker } from "./TemplatePicker.tsx";
import { recordingFormat, VoiceRecorder } from "./VoiceRecorder.tsx";

interface Props {
  conversation: Conversation;
  /** The newest message that whoever writes has seen. */
  newestId: string | null;
  /** The customer's address on the channel; null: not known yet. */
  to: string | null;
  quoted: Message | null;
  onDropQuote(): void;
  onTyped(): void;
  /** What was typed is sent or gone. */
  onStoppedTyping(): void;
  onNext(): void;
}

type Body = SendMessage extends infer Each
  ? Each extends unknown
    ? Omit<Each, "channelId" | "to" | "humanAgent" | "replyToId">
    : never
  : never;

/** As many as a note takes. */
const mentionsMax = 20;

/** What is written next: a reply as the server says that one may be sent, a note at any time. */
export function Composer({ conversation, newestId, to, quoted, onDropQuote, onTyped, onStoppedTyping, onNext }: Props) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: options } = useQuery({ ...sendOptionsQuery(conversation.id), throwOnError: false });
  const maySend = can(me, "messages:send");
  const mayNote = can(me, "conversations:write");
  const [mode, setMode] = useState<ComposerMode>(maySend ? "reply" : "note");
  const { text, setText, begunAt } = useConversationDraft(conversation.id, mode, newestId);
  const [picking, setPicking] = useState(false);
  const [draft, setDraft] = useState<SuggestedReply | null>(null);
  const [guard, setGuard] = useState<Message | null>(null);
  const outbox = useOutbox();
  const answeredSince = useAnsweredSince(conversation.id);
  const { change } = useConversationActions();
  const field = useRef<HTMLTextAreaElement>(null);

  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const team = (agentList?.items ?? []).filter(({ status, id }) => status === "active" && id !== me.user?.agentId);
  const types = options?.types ?? [];
  const closed = mode === "reply" && options !== undefined && !types.includes("text");
  // Where nothing but a template may go, the composer is the picker.
  /** Not known yet, or nobody has written: a reply has nowhere to go. */
  const unaddressed = mode === "reply" && to === null;
  const templates = mode === "reply" && to !== null && types.includes("template") && (picking || closed);
  const mayAssist = mode === "reply" && can(me, "messages:send");

  const focus = (next: ComposerMode) => {
    setMode(next);
    // At once: the next key may come before the next frame, and would go nowhere. Again where the field is only made by this.
    field.current?.focus();
    requestAnimationFrame(() => field.current?.focus());
  };
  const insert = (words: string) => {
    const element = field.current;
    const at = element?.selectionStart ?? text.length;
    setText(text.slice(0, at) + words + text.slice(element?.selectionEnd ?? at));
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(at + words.length, at + words.length);
    });
  };
  useActions([
    { id: "composer.reply", label: "composer.reply", group: "shell.inbox", keys: "r", enabled: maySend, run: () => focus("reply") },
    { id: "composer.note", label: "composer.note", group: "shell.inbox", keys: "n", enabled: mayNote, run: () => focus("note") },
    {
      ...{ id: "composer.template", label: "template.title", group: "shell.inbox", icon: LayoutTemplate, keys: "t" },
      enabled: maySend && types.includes("template"),
      run: () => setPicking(true),
    },
  ]);

  function type(next: string) {
    setText(next);
    if (next.trim() === "") onStoppedTyping();
    else onTyped();
  }

  function put(body: Body, file?: File) {
    if (to === null) return;
    const quote = quoted === null ? {} : { replyToId: quoted.id };
    outbox.add({
      conversationId: conversation.id,
      message: { ...body, channelId: conversation.channelId, to, humanAgent: true, ...quote } as SendMessage,
      ...(file === undefined ? {} : { file: { name: file.name, blob: file } }),
    });
    onDropQuote();
  }

  function send({ anyway = false, after }: { anyway?: boolean; after?: "resolve" } = {}) {
    const typed = text.trim();
    if (typed === "" || closed || unaddressed) return;
    if (mode === "note")
      outbox.add({ conversationId: conversation.id, note: { text: typed, mentions: mentionedIn(typed, team).slice(0, mentionsMax) } });
    else {
      const newer = anyway ? null : answeredSince(begunAt);
      if (newer !== null) return setGuard(newer);
      put({ type: "text", text: typed });
    }
    setGuard(null);
    setDraft(null);
    setText("");
    onStoppedTyping();
    if (after === "resolve") {
      onNext();
      void change(conversation.id, { status: "resolved" });
    }
  }

  function attach(files: readonly File[]) {
    if (options === undefined || to === null) return;
    for (const file of files) {
      const judged = judgeFile(file, options);
      if ("type" in judged) {
        const caption = judged.limits.caption && files.length === 1 ? text.trim() : "";
        put({ type: judged.type, content: { mediaId: "", ...(caption === "" ? {} : { caption }) } }, file);
        if (caption !== "") setText("");
      } else
        toast.show({
          tone: "bad",
          text:
            judged.refused === "size"
              ? t("attach.tooLarge", { name: file.name, size: format.bytes(judged.bytesMax ?? 0) })
              : t(judged.refused === "closed" ? "attach.closed" : "attach.type", { name: file.name }),
        });
    }
  }

  async function takeCanned(id: string) {
    const rendered = await api.cannedReplies
      .render(id, { conversationId: conversation.id })
      .catch((error: unknown) => tellFailure(error, i18n));
    if (rendered === undefined) return;
    setText(rendered.text);
    if (rendered.missing.length > 0) toast.show({ text: t("canned.missing", { names: rendered.missing.join(", ") }) });
    requestAnimationFrame(() => field.current?.focus());
  }

  if (!maySend && !mayNote) return null;
  const interactive = options?.limits.find(({ type }) => type === "interactive")?.interactive;
  const canAttach = types.some((type) => type === "image" || type === "document" || type === "video" || type === "audio");
  return (
    <DropZone label={t("attach.drop")} onFiles={attach} isDisabled={mode === "note" || !canAttach} className="composer-drop">
      <div className={`composer ${mode === "note" ? "is-note" : ""}`}>
        <div className="top">
          <ModeTabs
            modes={[...(maySend ? (["reply"] as const) : []), ...(mayNote ? (["note"] as const) : [])]}
            current={mode}
            onChoose={focus}
          />
          <TypingLine conversationId={conversation.id} />
          {mode === "reply" && (
            <span className="ms-auto" role="status">
              <WindowPill expiresAt={options?.windowExpiresAt ?? conversation.windowExpiresAt} long />
            </span>
          )}
        </div>
        {quoted !== null && mode === "reply" && <QuotedLine message={quoted} onDrop={onDropQuote} />}
        {guard !== null && <AnsweredGuard message={guard} onSend={() => send({ anyway: true })} onClose={() => setGuard(null)} />}
        {draft !== null && mode === "reply" && (
          <DraftStrip
            draft={draft}
            onUse={() => {
              setText(draft.text);
              setDraft(null);
              field.current?.focus();
            }}
            onDismiss={() => setDraft(null)}
          />
        )}
        {closed && <ClosedNotice reason={options?.reason ?? null} />}
        {templates ? (
          <TemplatePicker
            conversation={conversation}
            onSend={(content) => {
              put({ type: "template", content });
              setPicking(false);
            }}
            onClose={closed ? null : () => setPicking(false)}
          />
        ) : (
          !closed && (
            <ComposerField
              ref={field}
              mode={mode}
              text={text}
              hasDraft={draft !== null}
              onText={type}
              onSend={(resolve) => send(resolve ? { after: "resolve" } : {})}
              onFiles={attach}
              team={team}
              onCanned={(id) => void takeCanned(id)}
              onUseDraft={() => {
                setText(draft?.text ?? "");
                setDraft(null);
              }}
            />
          )
        )}
        {!templates && !closed && (
          <div className="actions">
            {mode === "reply" && canAttach && (
              <FileButton
                icon={Paperclip}
                label={t("attach.title")}
                variant="ghost"
                size="small"
                multiple
                accept={acceptedTypes(options)}
                onFiles={attach}
              />
            )}
            <EmojiButton onEmoji={insert} />
            {mayNote && <MacroMenu conversationId={conversation.id} />}
            {mode === "reply" && (
              <>
                <Button icon={Zap} label={t("canned.title")} keys="/" hideKeys variant="ghost" size="small" onPress={() => insert("/")} />
                {types.includes("template") && (
                  <Button
                    icon={LayoutTemplate}
                    label={t("template.title")}
                    keys="t"
                    hideKeys
                    variant="ghost"
                    size="small"
                    onPress={() => setPicking(true)}
                  />
                )}
                {types.includes("interactive") && interactive !== undefined && (
                  <ChoicesDialog limits={interactive} onSend={(words, content) => put({ type: "interactive", text: words, content })} />
                )}
                {types.includes("audio") && recordingFormat() !== undefined && <VoiceRecorder onFile={(file) => attach([file])} />}
              </>
            )}
            {mayAssist && (
              <AssistMenu
                conversationId={conversation.id}
                text={text}
                customerLanguage={conversation.contact.language}
                onDraft={setDraft}
                onText={setText}
                mayNote={mayNote}
                onSummary={(summary) => outbox.add({ conversationId: conversation.id, note: { text: summary } })}
              />
            )}
            <span className="ms-auto">
              <SplitButton
                variant="accent"
                size="small"
                menuLabel={t("composer.otherWays")}
                menu={
                  <MenuItem id="resolve" icon={ChevronDown} keys="mod+enter" onAction={() => send({ after: "resolve" })}>
                    {t("composer.sendResolve")}
                  </MenuItem>
                }
              >
                <Button
                  variant="accent"
                  size="small"
                  icon={SendHorizontal}
                  keys="enter"
                  isDisabled={text.trim() === "" || unaddressed}
                  onPress={() => send()}
                >
                  {t(mode === "note" ? "composer.addNote" : "composer.send")}
                </Button>
              </SplitButton>
            </span>
          </div>
        )}
      </div>
    </DropZone>
  );
}
