import type { MediaRef, PersonRef } from "@parley/connector-kit";
import type { InboundHandler } from "#modules/channels/inbound/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { renderForMessage } from "./media.render.ts";
import type { MessageMedia } from "./media.schema.ts";
import { insertPendingMedia } from "./fetching/fetching.queries.ts";

/** Media of a message that is being stored. The id is chosen before the row exists, so that the message can already show it. */
export interface PendingMedia {
  id: string;
  ref: MediaRef;
  shown: MessageMedia;
}

export function announceMedia(ids: IdSource, refs: MediaRef[]): PendingMedia[] {
  return refs.map((ref) => {
    const id = ids.uuid();
    const shown = renderForMessage({
      id,
      kind: ref.kind,
      mime_type: ref.mimeType ?? null,
      size_bytes: null,
      filename: ref.filename ?? null,
      state: "pending",
    });
    const flags = {
      ...(ref.voice === undefined ? {} : { voice: ref.voice }),
      ...(ref.animated === undefined ? {} : { animated: ref.animated }),
    };
    return { id, ref, shown: { ...shown, ...flags } };
  });
}

/** The argument of a connector's `fetchMedia`. */
export interface FetchReference {
  ref: MediaRef;
  messageExternalId: string;
  person: PersonRef;
}

/** Inserts the media rows and the downloads of messages that were just stored, in the same transaction. */
export async function writePendingMedia(
  tx: Tx,
  now: Date,
  messages: { id: string; channelId: string; externalId: string; person: PersonRef; media: readonly Pick<PendingMedia, "id" | "ref">[] }[],
): Promise<void> {
  const rows = messages.flatMap((message) =>
    message.media.map(({ id, ref }) => ({
      id,
      kind: ref.kind,
      mime: ref.mimeType ?? null,
      name: ref.filename ?? null,
      message: message.id,
      expires: ref.expiresAt ?? null,
      channel: message.channelId,
      reference: { ref, messageExternalId: message.externalId, person: message.person } satisfies FetchReference,
    })),
  );
  if (rows.length === 0) return;
  await insertPendingMedia(tx, now, JSON.stringify(rows));
}

/** Schedules the download of messages' files from their platform. */
export const planDownloads: InboundHandler = {
  async received(tx, now, { messages }) {
    const withMedia = messages.flatMap(({ id, channelId, event: { externalId, person }, media }) =>
      id === null || media.length === 0 ? [] : [{ id, channelId, externalId, person, media }],
    );
    if (withMedia.length === 0) return [];
    await writePendingMedia(tx, now, withMedia);
    return ["media"];
  },
};
