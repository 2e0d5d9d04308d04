/** The settings of a channel, between the fields of a form and the API. Pure. */
import type { Channel, ChannelKind, JsonValue } from "@parley/sdk";

type Fields = ChannelKind["configFields"];
type Values = Readonly<Record<string, string>>;

/** The saved settings as texts; secrets are never returned. */
export function savedValues(fields: Fields, { config }: Pick<Channel, "config">): Record<string, string> {
  return Object.fromEntries(
    fields.filter(({ name, secret }) => !secret && config[name] !== undefined).map(({ name }) => [name, String(config[name])]),
  );
}

/** What was typed, for a new channel. */
export function typedConfig(fields: Fields, values: Values): Record<string, JsonValue> {
  return changedConfig(fields, {}, values) ?? {};
}

/**
 * What a change sends: the fields whose values differ from those when the form was opened; null if none does. An empty secret stays as it
 * is, and another setting that was emptied is removed.
 */
export function changedConfig(fields: Fields, opened: Values, values: Values): Record<string, JsonValue> | null {
  const changes = fields.flatMap(({ name, type }): [string, JsonValue][] => {
    const value = (values[name] ?? "").trim();
    if (value === (opened[name] ?? "")) return [];
    // A text that is no number is left for the server to refuse at its field.
    return [[name, value === "" ? null : type === "integer" && Number.isInteger(Number(value)) ? Number(value) : value]];
  });
  return changes.length === 0 ? null : Object.fromEntries(changes);
}

/**
 * Whether a field of the form must not be empty. A connected channel may lack required ones, because the server's app has them; the server
 * names what it needs. A secret is never shown, so its field may stay empty.
 *
 * @param saved the saved settings of a connected channel; undefined: a new channel
 */
export function mustBeFilled({ name, required }: Pick<Fields[number], "name" | "required">, saved: Values | undefined): boolean {
  return required && (saved === undefined || (saved[name] ?? "") !== "");
}

/** Whether a person can sign in at the platform for this channel: with the server's app, or with the channel's own. */
export function canSignIn(
  { authorization }: Pick<ChannelKind, "authorization">,
  { config, hasSecrets }: Pick<Channel, "config" | "hasSecrets">,
) {
  if (authorization === null) return false;
  const { available, ownAppFields } = authorization;
  return available || (ownAppFields.length > 0 && ownAppFields.every((name) => name in config || hasSecrets.includes(name)));
}
