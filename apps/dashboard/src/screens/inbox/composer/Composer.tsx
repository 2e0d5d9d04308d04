import "../../../styles/screens/inbox/composer.css";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { LayoutTemplate } from "lucide-react";
import { Activity, memo, useRef, useState } from "react";
import type { Conversation, Message, SuggestedReply } from "@parley/sdk";
import { agents } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import type { ComposerMode } from "../../../api/inbox/conversation-draft-places.ts";
import { useConversationDraft } from "../../../api/inbox/useDraft.ts";
import { useDraftFiles } from "../../../api/inbox/useDraftFiles.ts";
import { showTyping, stoppedTyping } from "../../../api/inbox/typing.ts";
import { limitsOf } from "../../../api/inbox/send-options.ts";
import { useSendOptions } from "../../../api/inbox/useSendOptions.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { appended } from "../../../parts/fields/typed-text.ts";
import { TypingLine } from "../../../parts/PresenceFaces.tsx";
import { DropZone } from "../../../ui/fields/FileButton.tsx";
import { useStable } from "../../../ui/lib/useStable.ts";
import { AnsweredGuard } from "./AnsweredGuard.tsx";
import { CannedFiles } from "./canned/CannedFiles.tsx";
import { useCannedReplies } from "./canned/useCannedReplies.ts";
import { ClosedNotice } from "./ClosedNotice.tsx";
import { ComposerActions } from "./ComposerActions.tsx";
import { ComposerField } from "./ComposerField.tsx";
import { DraftStrip } from "./DraftStrip.tsx";
import { TextRoom } from "./limits/TextRoom.tsx";
import { textRoom } from "./limits/text-room.ts";
import { ModeTabs } from "./ModeTabs.tsx";
import { QuotedLine } from "./QuotedLine.tsx";
import { SendingPill } from "./SendingPill.tsx";
import { TemplatePicker } from "./TemplatePicker.tsx";
import { typeAt } from "./type-at.ts";
import { useContinuedTyping } from "./useContinuedTyping.ts";
import { useSending } from "./useSending.ts";

interface Props {
  conversation: Conversation;
  /** The newest message that the author has seen. */
  newestId: string | null;
  /** The customer's address on the channel; null: not known yet. */
  to: string | null;
  quoted: Message | null;
  onDropQuote(): void;
  onTyped(): void;
  /** The typed text was sent or cleared. */
  onStoppedTyping(): void;
  onNext(): void;
}

/** The composer: a reply if the server allows it, a note at any time. */
export const Composer = memo(function Composer(props: Props) {
  const { conversation, newestId, to, quoted, onDropQuote, onTyped, onStoppedTyping, onNext } = props;
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: options } = useSendOptions(conversation.id);
  const maySend = can(me, "messages:send");
  const mayNote = can(me, "conversations:write");
  const [mode, setMode] = useState<ComposerMode>(maySend ? "reply" : "note");
  const { text, setText, begunAt, chosen, addChosen } = useConversationDraft(conversation.id, mode, newestId);
  const reply = useDraftFiles(conversation.id);
  const [writing, setWriting] = useState(false);
  const [picking, setPicking] = useState(false);
  const [draft, setDraft] = useState<SuggestedReply | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const templateSearch = useRef<HTMLInputElement>(null);
  useContinuedTyping(conversation.id, mode, setMode, field);

  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const team = (agentList?.items ?? []).filter(({ status, id }) => status === "active" && id !== me.user?.agentId);
  const types = options?.types ?? [];
  const mayWrite = options === undefined || types.includes("text");
  const closed = mode === "reply" && !mayWrite;
  // The window may close during typing: the text is kept until the customer has written again.
  const kept = closed && (text !== "" || writing);
  const room = mode === "reply" && !closed ? textRoom(text.trim(), limitsOf(options, "text") ?? {}) : null;
  const tooLong = room !== null && room < 0;
  /** Unknown, or the customer has not written: a reply has no address. */
  const unaddressed = mode === "reply" && to === null;
  // When only a template may be sent, the composer shows the picker. A note hides it, and what was filled in stays.
  const hasPicker = maySend && to !== null && types.includes("template") && (picking || !mayWrite);
  const templates = mode === "reply" && hasPicker;
  const insert = (words: string) => {
    const element = field.current;
    const at = element?.selectionStart ?? text.length;
    typeAt(element, () => setText(text.slice(0, at) + words + text.slice(element?.selectionEnd ?? at)), at + words.length);
    // Again, because a menu that closes takes the focus.
    requestAnimationFrame(() => element?.focus());
  };
  const canned = useCannedReplies({
    ...{ conversationId: conversation.id, text, setText, field, insert },
    onFiles: (added) => reply.add(added.filter((file) => options === undefined || accepted(file) !== null)),
  });
  const { put, note, send, attach, accepted, guard, dropGuard } = useSending({
    ...{ conversation, mode, text, setText, chosen, begunAt, to, quoted, options, closed, tooLong, team, onDropQuote, onNext },
    ...{ files: reply.files, onFilesSent: reply.remove },
    onSent() {
      setDraft(null);
      canned.close();
      onStoppedTyping();
      stoppedTyping();
    },
  });

  const focus = (next: ComposerMode) => {
    setMode(next);
    const place = () => (next === "reply" && hasPicker ? null : field.current) ?? templateSearch.current;
    // At once: the next key may arrive before the next frame, and would be lost. Again if this creates the field.
    place()?.focus();
    requestAnimationFrame(() => place()?.focus());
  };
  const pick = () => {
    setMode("reply");
    setPicking(true);
    templateSearch.current?.focus();
    // Again if a note had hidden it.
    requestAnimationFrame(() => templateSearch.current?.focus());
  };
  const stopPicking = () => {
    setPicking(false);
    // The focused button is removed.
    if (closed) templateSearch.current?.focus();
    else requestAnimationFrame(() => field.current?.focus());
  };
  const dropFile = (id: string) => {
    reply.remove([id]);
    // The focused button is removed.
    (field.current ?? templateSearch.current)?.focus();
  };
  const acceptSuggestion = () => {
    if (draft === null) return;
    setText((now) => appended(now, draft.text));
    setDraft(null);
    field.current?.focus();
  };
  useActions([
    { id: "composer.reply", label: "composer.reply", group: "shell.inbox", keys: "r", enabled: maySend, run: () => focus("reply") },
    { id: "composer.note", label: "composer.note", group: "shell.inbox", keys: "n", enabled: mayNote, run: () => focus("note") },
    {
      ...{ id: "composer.template", label: "template.title", group: "shell.inbox", icon: LayoutTemplate, keys: "t" },
      // Also before the options are loaded: the picker then opens when they are.
      enabled: maySend && (options === undefined || types.includes("template")),
      run: pick,
    },
  ]);

  function type(next: string) {
    setText(next);
    canned.typed(next);
    if (next.trim() === "") return onStoppedTyping();
    onTyped();
    if (mode === "reply" && mayNote && options?.typing === true) showTyping(conversation.id, conversation.channelKind);
  }

  const actions = useStable({
    ...{ onInsert: insert, onCanned: canned.open, onBody: put, onNote: (words: string) => note(words), onFiles: attach },
    ...{ onTemplate: pick, onDraft: setDraft, onSend: send },
  });
  if (!maySend && !mayNote) return null;
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
              <SendingPill conversation={conversation} options={options} />
            </span>
          )}
        </div>
        {quoted !== null && mode === "reply" && <QuotedLine message={quoted} onDrop={onDropQuote} />}
        {guard !== null && <AnsweredGuard message={guard} onSend={() => send({ anyway: true })} onClose={dropGuard} />}
        {draft !== null && mode === "reply" && (
          <DraftStrip draft={draft} isTyped={text !== ""} onUse={acceptSuggestion} onDismiss={() => setDraft(null)} />
        )}
        {closed && <ClosedNotice options={options} keptText={text !== ""} />}
        {(kept || !(templates || closed)) && (
          <ComposerField
            ref={field}
            mode={mode}
            text={text}
            isReadOnly={closed}
            isTooLong={tooLong}
            onWriting={setWriting}
            hasDraft={draft !== null && mode === "reply"}
            slashFrom={canned.slashFrom}
            onText={type}
            onSend={(resolve) => send(resolve ? { after: "resolve" } : {})}
            onFiles={attach}
            team={team}
            onMention={addChosen}
            onCanned={(id, word) => void canned.insertReply(id, word)}
            onCancelCanned={canned.cancel}
            onUseDraft={acceptSuggestion}
          />
        )}
        {mode === "reply" && !closed && <TextRoom room={room} />}
        {mode === "reply" && reply.files.length > 0 && <CannedFiles files={reply.files} onRemove={dropFile} />}
        {hasPicker && (
          <Activity mode={templates ? "visible" : "hidden"}>
            <TemplatePicker
              conversation={conversation}
              onBegin={() => setPicking(true)}
              onSend={(content) => {
                put({ type: "template", content });
                stopPicking();
                return true;
              }}
              onClose={mayWrite ? stopPicking : null}
              autoFocus={picking}
              searchRef={templateSearch}
            />
          </Activity>
        )}
        {!templates && !closed && (
          <ComposerActions
            {...actions}
            conversationId={conversation.id}
            customerLanguage={conversation.contact.language}
            mode={mode}
            options={options}
            text={text}
            setText={setText}
            maySend={maySend}
            mayNote={mayNote}
            canAttach={canAttach}
            canSend={
              (text.trim() !== "" || (mode === "reply" && reply.files.length > 0 && options !== undefined)) && !unaddressed && !tooLong
            }
          />
        )}
      </div>
    </DropZone>
  );
});
