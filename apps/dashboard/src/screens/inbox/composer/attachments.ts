/** The message type for sending a file on a channel, and whether the channel accepts it. Pure. */
import type { SendOptions, TypeLimits } from "@parley/sdk";

export type MediaType = "image" | "video" | "audio" | "document";
const mediaTypes: readonly MediaType[] = ["image", "video", "audio", "document"];

export interface Accepted {
  type: MediaType;
  limits: NonNullable<TypeLimits["media"]>;
}

export type FileCheck = Accepted | { refused: "type" | "size" | "closed"; bytesMax?: number };

/** The first type that accepts this kind of file; other files may be sent as documents. */
export function checkFile(file: { type: string; size: number }, options: Pick<SendOptions, "limits" | "types">): FileCheck {
  const mimeType = file.type.split(";")[0]?.trim().toLowerCase() ?? "";
  let tooLarge: number | undefined;
  for (const type of mediaTypes) {
    const limits = options.limits.find((each) => each.type === type)?.media;
    if (limits === undefined || !accepts(limits.mimeTypes, mimeType)) continue;
    if (file.size > limits.bytesMax) tooLarge = Math.max(tooLarge ?? 0, limits.bytesMax);
    else if (!options.types.includes(type)) return { refused: "closed" };
    else return { type, limits };
  }
  return tooLarge === undefined ? { refused: "type" } : { refused: "size", bytesMax: tooLarge };
}

/** A pattern may be `image/*`. */
export function accepts(patterns: readonly string[], mimeType: string): boolean {
  return patterns.some((each) => each === "*/*" || each === mimeType || (each.endsWith("/*") && mimeType.startsWith(each.slice(0, -1))));
}

/** The types accepted in the browser's file dialog. */
export function acceptedTypes(options: Pick<SendOptions, "limits" | "types"> | undefined): string[] {
  return (options?.limits ?? []).flatMap(({ type, media }) =>
    media !== undefined && options?.types.includes(type) ? media.mimeTypes : [],
  );
}
