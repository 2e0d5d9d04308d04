import type { ConnectorDescription, InteractiveContent, MessageType, ReactionContent } from "@parley/connector-kit";
import { checkInteractive } from "./interactive-check.ts";
import { Findings } from "./outbound-findings.ts";

export interface OutboundInput {
  type: MessageType;
  text?: string | undefined;
  content?: Record<string, unknown> | undefined;
  replyToId?: string | undefined;
}

/**
 * Checks what the schema cannot know: whether this channel can send such a message. Throws validation_error for what no channel would
 * accept, unsupported_by_channel for what this one lacks or limits. Pure: reads only the description.
 */
export function checkOutbound(input: OutboundInput, description: ConnectorDescription): void {
  const { abilities, limits, outboundTypes } = description;
  const findings = new Findings();
  if (!outboundTypes.includes(input.type)) {
    findings.addUnsupported("type", "not_allowed", `This channel can send: ${outboundTypes.join(", ")}.`);
    return findings.throwIfAny();
  }
  if (input.replyToId !== undefined && !abilities.quote.includes(input.type)) {
    const quotable = abilities.quote.join(", ");
    findings.addUnsupported(
      "replyToId",
      "not_allowed",
      quotable === "" ? "This channel does not support quotes." : `On this channel, only these types can quote: ${quotable}.`,
    );
  }
  // A template has its own text.
  if (input.text !== undefined && input.type !== "template") checkText(input.text, limits, findings);
  if (input.type === "interactive") {
    checkInteractive(input.content as unknown as InteractiveContent, input.text ?? "", abilities.interactive, findings);
  }
  if (input.type === "reaction") checkReaction(input.content as unknown as ReactionContent, abilities.reactions, findings);
  findings.throwIfAny();
}

/** Accepts a heart without its variation selector, which many keyboards send. */
const oneEmoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;

function checkReaction({ emoji }: ReactionContent, reactions: readonly string[] | undefined, findings: Findings): void {
  if (emoji === null) return;
  if (!oneEmoji.test(emoji)) return findings.addInvalid("content.emoji", "invalid_format");
  const plain = (one: string) => one.replaceAll("\uFE0F", "");
  if (reactions === undefined || reactions.some((one) => plain(one) === plain(emoji))) return;
  findings.addUnsupported("content.emoji", "unknown_value", `This channel supports the reactions ${reactions.join(" ")}.`);
}

function checkText(text: string, { textCharactersMax, textBytesMax }: ConnectorDescription["limits"], findings: Findings): void {
  findings.checkLength("text", text, textCharactersMax);
  if (textBytesMax === undefined || Buffer.byteLength(text) <= textBytesMax || findings.has("text")) return;
  findings.addUnsupported("text", "too_long", `This channel allows at most ${textBytesMax} bytes of UTF-8. An emoji takes four or more.`);
}
