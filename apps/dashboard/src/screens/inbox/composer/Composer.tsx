import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { SendHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Conversation, Message } from "@parley/sdk";
import { sendOptionsQuery } from "../../../api/conversations.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useConversationActions } from "../../../api/useConversations.ts";
import { type ComposerMode, useConversationDraft } from "../../../api/useDraft.ts";
import { useAnsweredSince, useOutbox } from "../../../api/useThread.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { WindowPill } from "../../../parts/WindowPill.tsx";
import { Button } from "../../../ui/Button.tsx";
import { AnsweredGuard } from "./AnsweredGuard.tsx";
import { ClosedNotice } from "./ClosedNotice.tsx";
import { QuotedLine } from "./QuotedLine.tsx";

interface Props {
  conversation: Conversation;
  /** The newest message that whoever writes has seen. */
  newestId: string | null;
  /** The customer's address on the channel; null: not known yet. */
  to: string | null;
  quoted: Message | null;
  onDropQuote(): void;
  onNext(): void;
}

/** What is written next: a reply while the server says that one may be sent, a note at any time. */
export function Composer({ conversation, newestId, to, quoted, onDropQuote, onNext }: Props) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: options } = useQuery({ ...sendOptionsQuery(conversation.id), throwOnError: false });
  const maySend = can(me, "messages:send");
  const mayNote = can(me, "conversations:write");
  const [mode, setMode] = useState<ComposerMode>("reply");
  const [text, setText] = useConversationDraft(conversation.id, mode);
  const outbox = useOutbox();
  const answeredSince = useAnsweredSince(conversation.id);
  const { change } = useConversationActions();
  const [guard, setGuard] = useState<Message | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  /** What had been answered when this text was begun. */
  const begunAt = useRef<string | null>(newestId);
  if (text === "") begunAt.current = newestId;

  const textAllowed = options === undefined || options.types.includes("text");
  const closed = mode === "reply" && options !== undefined && !textAllowed;
  const focus = (next: ComposerMode) => {
    setMode(next);
    requestAnimationFrame(() => field.current?.focus());
  };
  useActions([
    { id: "composer.reply", label: "composer.reply", group: "shell.inbox", keys: "r", enabled: maySend, run: () => focus("reply") },
    { id: "composer.note", label: "composer.note", group: "shell.inbox", keys: "n", enabled: mayNote, run: () => focus("note") },
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight}px`;
  }, [text, mode]);

  function send({ anyway = false, resolve = false } = {}) {
    const typed = text.trim();
    if (typed === "" || closed) return;
    if (mode === "reply" && to === null) return;
    if (mode === "note") outbox.add({ conversationId: conversation.id, note: { text: typed } });
    else if (to !== null) {
      const newer = anyway ? null : answeredSince(begunAt.current);
      if (newer !== null) return setGuard(newer);
      outbox.add({
        conversationId: conversation.id,
        message: {
          ...({ channelId: conversation.channelId, to, type: "text", text: typed, humanAgent: true } as const),
          ...(quoted === null ? {} : { replyToId: quoted.id }),
        },
      });
      onDropQuote();
    }
    setGuard(null);
    setText("");
    if (resolve) {
      onNext();
      void change(conversation.id, { status: "resolved" });
    }
  }

  if (!maySend && !mayNote) return null;
  return (
    <div className={`composer ${mode === "note" ? "is-note" : ""}`}>
      <div className="top">
        <div className="flex gap-0.5" role="tablist" aria-label={t("composer.mode")}>
          {(["reply", "note"] as const).map((each) => (
            <button key={each} type="button" className="mode-tab" role="tab" aria-selected={mode === each} onClick={() => focus(each)}>
              {t(`composer.${each}`)}
            </button>
          ))}
        </div>
        {mode === "reply" && (
          <span className="ms-auto" role="status">
            <WindowPill expiresAt={options?.windowExpiresAt ?? conversation.windowExpiresAt} long />
          </span>
        )}
      </div>
      {quoted !== null && mode === "reply" && <QuotedLine message={quoted} onDrop={onDropQuote} />}
      {guard !== null && <AnsweredGuard message={guard} onSend={() => send({ anyway: true })} onClose={() => setGuard(null)} />}
      {closed ? (
        <ClosedNotice reason={options?.reason ?? null} />
      ) : (
        <textarea
          ref={field}
          className="txt"
          rows={1}
          value={text}
          dir="auto"
          aria-label={t(mode === "note" ? "composer.note" : "composer.reply")}
          placeholder={t(mode === "note" ? "composer.note.placeholder" : "composer.reply.placeholder")}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // While an input method composes, Enter is its own.
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send({ resolve: event.metaKey || event.ctrlKey });
          }}
        />
      )}
      <div className="actions">
        <span className="ms-auto">
          <Button
            variant="accent"
            size="small"
            icon={SendHorizontal}
            keys="enter"
            isDisabled={closed || text.trim() === ""}
            onPress={() => send()}
          >
            {t(mode === "note" ? "composer.addNote" : "composer.send")}
          </Button>
        </span>
      </div>
    </div>
  );
}
