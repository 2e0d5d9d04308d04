import type { OutboundMessage, ProviderError } from "@parley/connector-kit";
import { notSent } from "./errors.ts";
import { type Json, idAt, listAt, own, textAt } from "@parley/connector-kit/read";

/** Limits from channel-protocols.md 4.5. */
const TITLE_MAX = 40;
const BUTTONS_MAX = 3;
const BUTTON_CARD_TITLE_MAX = 20;
const LINK_CARD_TITLE_MAX = 40;
const BUTTON_ID_MAX = 40;

/**
 * A question with one to three answers. Short labels give a card with buttons, longer ones a card with links; the
 * platform displays both, and reports a tap by the button's id.
 */
export function questionCard({ text, content }: OutboundMessage): { template: Json } | { error: ProviderError } {
  const title = text ?? "";
  const kind = textAt(content, "kind") ?? "buttons";
  const extraParts = ["header", "footer"].filter((part) => own(content, part) !== undefined);
  if (kind !== "buttons" || extraParts.length > 0) {
    return { error: notSent("unsupported_by_channel", "this channel takes a question with up to three buttons, and nothing beside it") };
  }
  const buttons = listAt(content, "buttons").map((button) => ({
    type: "REPLY",
    title: textAt(button, "title") ?? "",
    id: idAt(button, "id") ?? "",
  }));
  const problem =
    lengthProblem("the question", title, TITLE_MAX) ??
    (buttons.length < 1 || buttons.length > BUTTONS_MAX ? `a question takes one to ${BUTTONS_MAX} buttons` : undefined) ??
    buttons.map((button) => lengthProblem("a button's title", button.title, LINK_CARD_TITLE_MAX)).find(Boolean) ??
    buttons.map((button) => lengthProblem("a button's id", button.id, BUTTON_ID_MAX)).find(Boolean);
  if (problem !== undefined) return { error: notSent("validation_error", problem) };
  const short = buttons.every((button) => characters(button.title) <= BUTTON_CARD_TITLE_MAX);
  return { template: { type: short ? "QA_BUTTON_CARD" : "QA_LINK_CARD", title, buttons } };
}

function lengthProblem(what: string, text: string, max: number): string | undefined {
  const length = characters(text);
  if (length === 0) return `${what} is missing`;
  return length > max ? `${what} takes at most ${max} characters` : undefined;
}

function characters(text: string): number {
  return [...text].length;
}
