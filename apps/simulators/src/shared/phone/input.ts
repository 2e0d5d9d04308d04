import type { PhoneInput } from "./backend.ts";
import type { PhoneAbilities } from "./types.ts";

export const text = (value: unknown, name: string, max: number): string => {
  if (typeof value !== "string" || value.trim() === "") throw new Error(`${name} must be a text`);
  if (value.length > max) throw new Error(`${name} is longer than ${max} characters`);
  return value;
};
const optional = (value: unknown, name: string, max: number) => (value === undefined || value === "" ? undefined : text(value, name, max));
const degrees = (value: unknown, name: string, max: number): number => {
  if (typeof value !== "number" || Math.abs(value) > max) throw new Error(`${name} must be a number from -${max} to ${max}`);
  return value;
};

/** The message that a phone wants to send, checked against the platform's abilities. Throws an Error with a text. */
export function readInput(body: Record<string, unknown>, abilities: PhoneAbilities): PhoneInput {
  const replyTo = optional(body["replyTo"], "replyTo", 500);
  if (replyTo !== undefined && !abilities.quote) throw new Error("this platform has no quotes");
  const caption = optional(body["caption"], "caption", 1024);
  if (caption !== undefined && !abilities.captions) throw new Error("this platform has no captions");
  const modifiers = replyTo === undefined ? {} : { replyTo };
  switch (body["type"]) {
    case "text":
      return { type: "text", text: text(body["text"], "text", abilities.textMax), ...modifiers };
    case "sample": {
      const sample = text(body["sample"], "sample", 50);
      if (!abilities.samples.some((known) => known.id === sample)) throw new Error("this platform has no such sample");
      return { type: "sample", sample, ...(caption === undefined ? {} : { caption }), ...modifiers };
    }
    case "file": {
      const { files } = abilities;
      const mimeType = text(body["mimeType"], "mimeType", 100);
      if (files === null || !files.mimeTypes.includes(mimeType)) throw new Error(`this platform takes no files of type ${mimeType}`);
      const data = Buffer.from(text(body["data"], "data", files.sizeBytesMax * 2), "base64");
      if (data.length === 0) throw new Error("the file is empty");
      if (data.length > files.sizeBytesMax) throw new Error(`the file is larger than ${Math.floor(files.sizeBytesMax / 1_048_576)} MB`);
      const name = optional(body["name"], "name", 240);
      return {
        type: "file",
        mimeType,
        data,
        ...(name === undefined ? {} : { name }),
        ...(caption === undefined ? {} : { caption }),
        ...modifiers,
      };
    }
    case "location": {
      if (!abilities.location) throw new Error("this platform has no locations");
      const name = optional(body["name"], "name", 200);
      const place = { latitude: degrees(body["latitude"], "latitude", 90), longitude: degrees(body["longitude"], "longitude", 180) };
      return { type: "location", ...place, ...(name === undefined ? {} : { name }), ...modifiers };
    }
    default:
      throw new Error("type must be text, sample, file or location");
  }
}
