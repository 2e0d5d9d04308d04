import { useState } from "react";
import type { Agent, Conversation, Message, SendMessage, SendOptions } from "@parley/sdk";
import type { ComposerMode } from "../../../api/inbox/conversation-draft-places.ts";
import type { DraftFile } from "../../../api/inbox/draft-files.ts";
import { canQuote } from "../../../api/inbox/send-options.ts";
import { useAnsweredSince, useOutbox } from "../../../api/inbox/useThread.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { type Accepted, checkFile } from "./attachments.ts";
import { isLonger } from "./limits/text-room.ts";
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

interface PutHow {
  file?: File;
  fileName?: string | undefined;
  after?: SendHow["after"];
  quotes?: boolean;
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
  /** The text, for the channel. */
  tooLong: boolean;
  team: readonly Agent[];
  setText(text: string): void;
  onFilesSent(ids: readonly string[]): void;
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
  tooLong,
  team,
  ...on
}: ComposedMessage) {
  const { t, format } = useI18n();
  const outbox = useOutbox();
  const answeredSince = useAnsweredSince(conversation.id);
  const [guard, setGuard] = useState<Message | null>(null);

  /** `fileName`: of a stored file. */
  function put(body: Body, { file, fileName, after, quotes = true }: PutHow = {}) {
    if (to === null) return;
    // What this type cannot quote, the next message may.
    const quotedId = quotes && canQuote(options?.limits, body.type) ? (quoted?.id ?? null) : null;
    outbox.add({
      conversationId: conversation.id,
      message: {
        ...body,
        channelId: conversation.channelId,
        to,
        humanAgent: true,
        ...(quotedId === null ? {} : { replyToId: quotedId }),
      } as SendMessage,
      ...(file === undefined ? {} : { file: { name: file.name, blob: file } }),
      fileName,
      after,
    });
    if (quotedId !== null) on.onDropQuote();
  }

  function note(noteText: string, mentions: string[] = [], after?: SendHow["after"]) {
    outbox.add({ conversationId: conversation.id, note: { text: noteText, ...(mentions.length === 0 ? {} : { mentions }) }, after });
  }

  function send({ anyway = false, after }: SendHow = {}) {
    const typed = text.trim();
    // Before it is known what the channel accepts, the files stay.
    const attached = mode === "reply" && options !== undefined ? files : [];
    if (closed || tooLong || (typed === "" && attached.length === 0) || (mode === "reply" && to === null)) return;
    if (mode === "note") note(typed, mentionedIn(typed, team, chosen).slice(0, mentionsMax), after);
    else {
      const newer = anyway ? null : answeredSince(begunAt);
      if (newer !== null) return setGuard(newer);
      const sent = attached.flatMap((file) => {
        const checked = accepted(file);
        return checked === null ? [] : [{ file, type: checked.type }];
      });
      if (typed === "" && sent.length === 0) return;
      if (typed !== "") put({ type: "text", text: typed }, { after: sent.length === 0 ? after : undefined });
      for (const [at, { file, type }] of sent.entries())
        put(
          { type, content: { mediaId: file.id } },
          { fileName: file.name, after: at === sent.length - 1 ? after : undefined, quotes: typed === "" && at === 0 },
        );
      on.onFilesSent(sent.map(({ file }) => file.id));
    }
    setGuard(null);
    on.setText("");
    on.onSent();
    if (after === "resolve") on.onNext();
  }

  function attach(added: readonly File[]) {
    if (to === null) return;
    let isFirst = true;
    for (const file of added) {
      const checked = accepted(file);
      if (checked === null) continue;
      const typed = checked.limits.caption && added.length === 1 ? text.trim() : "";
      const caption = isLonger(typed, checked.limits.captionCharactersMax) ? "" : typed;
      // Too long for a caption: as a message of its own, before the file.
      const apart = caption === typed || closed || tooLong ? "" : typed;
      if (apart !== "") put({ type: "text", text: apart });
      put(
        { type: checked.type, content: { mediaId: "", ...(caption === "" ? {} : { caption }) } },
        { file, quotes: apart === "" && isFirst },
      );
      isFirst = false;
      if (caption === "" && apart === "") continue;
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
