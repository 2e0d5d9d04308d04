import { useQuery } from "@tanstack/react-query";
import { CloudOff, Paperclip, X } from "lucide-react";
import { useId, useRef } from "react";
import type { Message } from "@parley/sdk";
import { sendOptionsQuery } from "../../../api/inbox/conversations.ts";
import { canQuote } from "../../../api/inbox/send-options.ts";
import { type OutboxRow, quotedBy, useOutbox, useUploadProgress } from "../../../api/inbox/useThread.ts";
import { useConversationDraft } from "../../../api/inbox/useDraft.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { runAction } from "../../../keys/actions.ts";
import { appended } from "../../../parts/fields/typed-text.ts";
import { Button } from "../../../ui/Button.tsx";
import { refusalOf } from "../../../parts/failures.ts";
import { Quote } from "./Quote.tsx";
import { RichText } from "./RichText.tsx";
import { useThreadContext } from "./thread-context.tsx";
import { Ticks } from "./Ticks.tsx";

/** Messages sent here that the server does not have yet: at the end of the thread, in order. */
export function WaitingMessages({ rows, ...thread }: { rows: readonly OutboxRow[] } & Around) {
  return rows.map((row) => <Waiting key={row.key} row={row} {...thread} />);
}

interface Around {
  /** The newest message of the thread. */
  newestId: string | null;
  contactName: string;
  /** Of the thread, by its id; null: not loaded. */
  messageOf(id: string): Message | null;
  onQuote(messageId: string): void;
}

function Waiting({ row, newestId, contactName, messageOf, onQuote }: { row: OutboxRow } & Around) {
  const { t, format } = useI18n();
  const outbox = useOutbox();
  const progress = useUploadProgress(row.key);
  /** Of what tells it from the others: the file, or the text. */
  const contentId = useId();
  const at = new Date(row.at).toISOString();
  const text = row.note?.text ?? textOf(row);
  const quotes = quotedBy(row);
  return (
    <article className={row.note === null ? "message out" : "note"} aria-label={`${t("message.you")}, ${format.time(at)}`}>
      <div className="flex min-w-0 flex-col">
        <div className={row.note === null ? `bubble self-end ${row.state === "failed" ? "failed" : "pending"}` : ""}>
          {quotes !== null && <Quote quoted={messageOf(quotes)} contactName={contactName} onOpen={() => onQuote(quotes)} />}
          {row.file !== null && (
            <span className="flex items-center gap-2">
              <Paperclip className="icon icon-14" aria-hidden />
              <bdi id={contentId}>{row.file.name}</bdi>
              {progress !== null && row.state === "waiting" && (
                <progress className="upload" value={progress} aria-label={t("message.uploading")} />
              )}
              {row.state === "waiting" && row.file.mediaId === null && (
                <Button
                  icon={X}
                  label={t("message.discard")}
                  size="small"
                  variant="ghost"
                  aria-describedby={contentId}
                  onPress={() => void outbox.discard(row.key)}
                />
              )}
            </span>
          )}
          {row.fileName !== undefined && (
            <span className="flex items-center gap-2">
              <Paperclip className="icon icon-14" aria-hidden />
              <bdi id={contentId}>{row.fileName}</bdi>
            </span>
          )}
          {text !== null && (
            <span dir="auto" {...(row.file === null ? { id: contentId } : {})}>
              <RichText text={text} />
            </span>
          )}
          <span className="meta">
            <time dateTime={at}>{format.time(at)}</time>
            <Ticks status={row.state === "failed" ? "failed" : navigator.onLine ? "sending" : "waiting"} />
          </span>
        </div>
        {row.state !== "waiting" && <Refused row={row} newestId={newestId} contentId={contentId} />}
      </div>
    </article>
  );
}

function Refused({ row, newestId, contentId }: { row: OutboxRow; newestId: string | null; contentId: string }) {
  const { t } = useI18n();
  const outbox = useOutbox();
  const edit = useEditAgain(row, newestId);
  const { data: options } = useQuery({ ...sendOptionsQuery(row.conversationId), throwOnError: false });
  const keepsQuote = row.message === null || canQuote(options?.limits, row.message.type);
  const known = row.error === null ? null : refusalOf(row.error.code);
  return (
    <div className="below" role="alert">
      <CloudOff className="icon icon-12 text-danger-text" aria-hidden />
      <bdi className="text-danger-text">
        {row.state === "asks"
          ? t("message.waitedLong")
          : known?.reason == null
            ? (row.error?.message ?? t("message.status.failed"))
            : t(known.reason)}
      </bdi>
      {row.state === "failed" && known?.remedy != null && <span className="text-text-2">{t(known.remedy)}</span>}
      {row.error?.reference != null && <span className="text-text-3">{t("error.reference", { reference: row.error.reference })}</span>}
      <span className="flex gap-2">
        <Button size="small" aria-describedby={contentId} onPress={() => void outbox.sendAgain(row.key, { keepsQuote })}>
          {t("message.sendAgain")}
        </Button>
        {edit !== null && (
          <Button size="small" variant="ghost" aria-describedby={contentId} onPress={edit}>
            {t("message.edit")}
          </Button>
        )}
        <Button size="small" variant="ghost" aria-describedby={contentId} onPress={() => void outbox.discard(row.key)}>
          {t("message.discard")}
        </Button>
      </span>
    </div>
  );
}

/** Puts what was refused back into the composer, after what is typed there; null: it is not only text, or may have been sent. */
function useEditAgain(row: OutboxRow, newestId: string | null): (() => void) | null {
  const { key, conversationId, message, note, state } = row;
  const mode = note === null ? "reply" : "note";
  const outbox = useOutbox();
  const { onQuote } = useThreadContext();
  /** Pressed twice. */
  const isTaken = useRef(false);
  const { setText, addChosen } = useConversationDraft(conversationId, mode, newestId);
  const text = note?.text ?? (message?.type === "text" ? (message as { text: string }).text : null);
  if (state !== "failed" || text === null) return null;
  return () => {
    if (isTaken.current) return;
    isTaken.current = true;
    // Before the row is removed, so that the text is never in neither place.
    setText((now) => appended(now, text));
    for (const id of note?.mentions ?? []) addChosen(id);
    const quotes = quotedBy(row);
    if (quotes !== null) onQuote?.(quotes);
    void outbox.discard(key);
    runAction(`composer.${mode}`);
  };
}

function textOf({ message }: OutboxRow): string | null {
  if (message === null) return null;
  const { text, content } = message as { text?: string; content?: { caption?: string; name?: string } };
  return text ?? content?.caption ?? content?.name ?? null;
}
