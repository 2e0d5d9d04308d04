import { useState } from "react";
import type { Agent, Conversation, Message, SendMessage, SendOptions } from "@parley/sdk";
import type { ComposerMode } from "../../../api/inbox/conversation-draft-places.ts";
import type { DraftFile } from "../../../api/inbox/useDraftFiles.ts";
import { useAnsweredSince, useOutbox } from "../../../api/inbox/useThread.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { type Accepted, checkFile } from "./attachments.ts";
import { mentionedIn } from "./mentions/mentions.ts";

// Fetched with the composer, because the first reply may be sent when the line is already down. Not imported statically: the build would
// drop that, since nothing here uses it. If it fails to load, the outbox fetches it.
void import("../../../api/live/outbox/sending.ts").catch(() => undefined);

/** A message without its recipient. */
export type Body = SendMessage extends infer Each
  ? Each extends unknown
    ? Omit<Each, "channelId" | "to" | "humanAgent" | "replyToId">
    : never
  : never;

export interface SendHow {
  /** Even if somebody else has answered meanwhile. */
  anyway?: boolean;
  /** Once the message was sent, so that the reply belongs to the conversation that it resolves. */
  after?: "resolve" | undefined;
}

interface ComposedMessage {
  conversation: Conversation;
  mode: ComposerMode;
  text: string;
  /** Ids of the colleagues selected while typing. */
  chosen: readonly string[];
  /** The newest message when the text was started. */
  begunAt: string | null;
  /** The address of a reply; null: none. */
  to: string | null;
  quoted: Message | null;
  /** Sent after the text of a reply. */
  files: readonly DraftFile[];
  options: SendOptions | undefined;
  /** No text may be sent. */
  closed: boolean;
  team: readonly Agent[];
  setText(text: string): void;
  onFilesSent(): void;
  onDropQuote(): void;
  /** The text was sent. */
  onSent(): void;
  onNext(): void;
}

/** The maximum per note. */
const mentionsMax = 20;

/** Sends the typed text, the messages of the composer's actions, and files. */
export function useSending({
  conversation,
  mode,
  text,
  chosen,
  begunAt,
  to,
  quoted,
  files,
  options,
  closed,
  team,
  ...on
}: ComposedMessage) {
  const { t, format } = useI18n();
  const outbox = useOutbox();
  const answeredSince = useAnsweredSince(conversation.id);
  const [guard, setGuard] = useState<Message | null>(null);

  function put(body: Body, { file, after, quotes = true }: { file?: File; after?: SendHow["after"]; quotes?: boolean } = {}) {
    if (to === null) return;
    const quote = quoted === null || !quotes ? {} : { replyToId: quoted.id };
    outbox.add({
      conversationId: conversation.id,
      message: { ...body, channelId: conversation.channelId, to, humanAgent: true, ...quote } as SendMessage,
      ...(file === undefined ? {} : { file: { name: file.name, blob: file } }),
      after,
    });
    on.onDropQuote();
  }

  function note(noteText: string, mentions: string[] = [], after?: SendHow["after"]) {
    outbox.add({ conversationId: conversation.id, note: { text: noteText, ...(mentions.length === 0 ? {} : { mentions }) }, after });
  }

  function send({ anyway = false, after }: SendHow = {}) {
    const typed = text.trim();
    const sent = mode === "reply" ? files : [];
    if (closed || (typed === "" && sent.length === 0) || (mode === "reply" && to === null)) return;
    // Which of them the channel accepts is not known yet.
    if (sent.length > 0 && options === undefined) return;
    if (mode === "note") note(typed, mentionedIn(typed, team, chosen).slice(0, mentionsMax), after);
    else {
      const newer = anyway ? null : answeredSince(begunAt);
      if (newer !== null) return setGuard(newer);
      const bodies: Body[] = typed === "" ? [] : [{ type: "text", text: typed }];
      for (const file of sent) {
        const checked = accepted(file);
        if (checked !== null) bodies.push({ type: checked.type, content: { mediaId: file.id } });
      }
      for (const [at, body] of bodies.entries()) put(body, { after: at === bodies.length - 1 ? after : undefined, quotes: at === 0 });
      on.onFilesSent();
    }
    setGuard(null);
    on.setText("");
    on.onSent();
    if (after === "resolve") on.onNext();
  }

  function attach(added: readonly File[]) {
    if (to === null) return;
    for (const file of added) {
      const checked = accepted(file);
      if (checked === null) continue;
      const caption = checked.limits.caption && added.length === 1 ? text.trim() : "";
      put({ type: checked.type, content: { mediaId: "", ...(caption === "" ? {} : { caption }) } }, { file });
      if (caption === "") continue;
      on.setText("");
      on.onSent();
    }
  }

  /** Null: the channel does not accept the file, which is said. */
  function accepted(file: { name: string; type: string; size: number }): Accepted | null {
    if (options === undefined) return null;
    const checked = checkFile(file, options);
    if ("type" in checked) return checked;
    toast.show({
      tone: "bad",
      text:
        checked.refused === "size"
          ? t("attach.tooLarge", { name: file.name, size: format.bytes(checked.bytesMax ?? 0) })
          : t(checked.refused === "closed" ? "attach.closed" : "attach.type", { name: file.name }),
    });
    return null;
  }

  return { put, note, send, attach, accepted, guard, dropGuard: () => setGuard(null) };
}
