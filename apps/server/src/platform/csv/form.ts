import { AppError, invalidField } from "../errors/app-error.ts";
import type { UploadPart } from "../http/reading/upload.ts";

export interface CsvForm {
  bytes: Buffer;
  filename: string | null;
  fields: Map<string, string>;
}

/**
 * The file and the fields of a form, in any order. Throws payload_too_large, and validation_error for a form without a
 * file.
 */
export async function receiveCsvForm(parts: AsyncIterable<UploadPart>, bytesMax: number): Promise<CsvForm> {
  let bytes: Buffer | undefined;
  let filename: string | null = null;
  const fields = new Map<string, string>();
  for await (const part of parts) {
    if (part.kind === "field") fields.set(part.name, part.value);
    else if (part.name !== "file") throw invalidField(part.name, "not_allowed", "Send the file in the field `file`.");
    else {
      filename = part.filename;
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of part.content) {
        size += chunk.length;
        if (size > bytesMax) throw new AppError("payload_too_large", { message: `A file can have at most ${bytesMax} bytes.` });
        chunks.push(chunk);
      }
      bytes = Buffer.concat(chunks);
    }
  }
  if (bytes === undefined) throw invalidField("file", "required");
  return { bytes, filename, fields };
}

/** A form field that contains JSON; undefined: absent. Throws validation_error. */
export function jsonField(fields: ReadonlyMap<string, string>, name: string): unknown {
  const text = fields.get(name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField(name, "invalid_format", "The field must be JSON.");
  }
}

/** A form field that maps columns to fields. Throws validation_error. */
export function mappingField(fields: ReadonlyMap<string, string>): Record<string, string | null> | undefined {
  const mapping = jsonField(fields, "mapping");
  if (mapping === undefined) return undefined;
  const values = typeof mapping === "object" && mapping !== null && !Array.isArray(mapping) ? Object.values(mapping) : [0];
  if (values.length > 200 || values.some((value) => value !== null && typeof value !== "string"))
    throw invalidField("mapping", "invalid_type");
  return mapping as Record<string, string | null>;
}

/** A form field that is one of several words. Throws validation_error. */
export function enumField<W extends string>(fields: ReadonlyMap<string, string>, name: string, values: readonly W[], fallback: W): W {
  const value = fields.get(name) ?? fallback;
  if (!values.includes(value as W)) throw invalidField(name, "unknown_value");
  return value as W;
}
