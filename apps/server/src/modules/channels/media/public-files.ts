import { randomBytes } from "node:crypto";
import type { Database, Tx } from "#platform/db/database.ts";
import { brokenRule, notFound } from "#platform/errors/app-error.ts";
import { retainMedia, discardMedia } from "./retaining.queries.ts";
import { usePublicFile, endPublicFile, releasePublicFile, publicFileByToken } from "./public-files.queries.ts";

/** Media visible to everybody, at an address that cannot be guessed and does not reveal its tenant. */
export interface PublicFile {
  mediaId: string;
  /** The part after /public/files/. */
  token: string;
}

/** What a public page may show: pictures that cannot execute anything. */
export const publicPictures = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;

const tokenForm = /^[A-Za-z0-9_-]{32}$/;
const newToken = () => randomBytes(24).toString("base64url");

/**
 * Publishes media, counted once per caller; it is kept while published. Throws not_found; 422 naming `field` for anything but such a
 * picture, or if it is too large.
 */
export async function publishMedia(
  tx: Tx,
  wire: string,
  rule: { field: string; types: readonly string[]; bytesMax: number },
): Promise<PublicFile> {
  const held = await retainMedia(tx, wire);
  if (held === null) throw notFound(wire);
  if (held.contentId === null || held.mimeType === null || !rule.types.includes(held.mimeType)) {
    throw brokenRule(rule.field, "not_allowed", `${rule.field} must be an uploaded image: ${rule.types.join(", ")}.`);
  }
  if ((held.sizeBytes ?? 0) > rule.bytesMax) {
    throw brokenRule(rule.field, "out_of_range", `${rule.field} must be at most ${Math.floor(rule.bytesMax / 1024)} KiB.`);
  }
  const [row] = await usePublicFile(tx, held.id, newToken());
  if (row === undefined) throw new Error("a public file was neither made nor found");
  return { mediaId: held.id, token: row.token };
}

/** Ends one publication; the address ends with the last one. Called after the referring row is removed. */
export async function unpublishMedia(tx: Tx, now: Date, mediaId: string): Promise<void> {
  const ended = await endPublicFile(tx, mediaId);
  if (ended.length === 0) {
    await releasePublicFile(tx, mediaId);
  }
  await discardMedia(tx, now, mediaId);
}

/** As the worker: the token determines the tenant, and it is all the caller needs. A suspended organization shows none. */
export async function findPublicFile(
  database: Pick<Database, "worker">,
  token: string,
): Promise<{ tenantId: string; mediaId: string } | null> {
  if (!tokenForm.test(token)) return null;
  const [row] = await publicFileByToken(database, token);
  return row ?? null;
}
