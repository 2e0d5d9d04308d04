import { randomBytes } from "node:crypto";
import type { Database, Tx } from "#platform/db/database.ts";
import { brokenRule, notFound } from "#platform/errors/app-error.ts";
import { retainMedia, releaseMedia } from "./retaining.queries.ts";
import { usePublicFile, endPublicFile, unusePublicFile, publicFileByToken } from "./public-files.queries.ts";

/** Media that everybody may see, by an address that nobody can guess and that tells nothing of whose it is. */
export interface PublicFile {
  mediaId: string;
  /** Below /public/files/. */
  token: string;
}

/** What a page of anybody's may show: pictures that cannot run anything. */
export const publicPictures = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;

const tokenForm = /^[A-Za-z0-9_-]{32}$/;
const newToken = () => randomBytes(24).toString("base64url");

/**
 * Shows media to everybody from now on, once more for each who asks; it is held as long. Throws not_found; 422 naming `field` for what
 * is no such picture or too large.
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

/** Takes one showing back; with the last one the address ends. After whatever refers to it has let go. */
export async function unpublishMedia(tx: Tx, now: Date, mediaId: string): Promise<void> {
  const gone = await endPublicFile(tx, mediaId);
  if (gone.length === 0) {
    await unusePublicFile(tx, mediaId);
  }
  await releaseMedia(tx, now, mediaId);
}

/** As the worker: whose a token is is the question, and the token is all the caller needs. A suspended organization shows none. */
export async function findPublicFile(
  database: Pick<Database, "worker">,
  token: string,
): Promise<{ tenantId: string; mediaId: string } | null> {
  if (!tokenForm.test(token)) return null;
  const [row] = await publicFileByToken(database, token);
  return row ?? null;
}
