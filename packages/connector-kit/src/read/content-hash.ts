import { createHash } from "node:crypto";
import { asObject, own } from "./read.ts";

/** The same for equal content whatever the order of its keys, so that a redelivery has the same id. */
export function contentHash(value: unknown): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value)).digest("hex")}`;
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const object = asObject(value);
  if (object === undefined) return JSON.stringify(value) ?? "null";
  const keys = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(own(object, key))}`).join(",")}}`;
}
