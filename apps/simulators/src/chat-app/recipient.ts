import { userIdOf, waIdOfUserId } from "./ids.ts";
import type { Refusal } from "./message-check.ts";
import type { PlatformState } from "./state.ts";

export interface Recipient {
  /** As the caller wrote it. */
  input: string;
  /** Digits; absent for the business-scoped id of an unknown person. */
  waId: string | undefined;
  userId: string | undefined;
  /** The caller used the business-scoped id. */
  byUserId: boolean;
}

const USER_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;
const DECORATION = /[\s()+.-]/g;
const DIGITS = /^\d{7,15}$/;
const BRAZIL_MOBILE = /^55(\d{2})9(\d{8})$/;

function byUserId(state: PlatformState, input: string): Recipient | Refusal {
  if (!USER_ID.test(input)) return { code: 131009, details: "Param recipient is not a valid business-scoped user id." };
  const waId = state.peopleByUserId.get(input)?.waId ?? waIdOfUserId(input);
  return { input, waId, userId: input, byUserId: true };
}

/** Reads `to` and `recipient`; `to` wins when both are given. */
export function recipientOf(state: PlatformState, body: Record<string, unknown>): Recipient | Refusal {
  const { to, recipient } = body;
  if (to === undefined && typeof recipient === "string") return byUserId(state, recipient);
  if (typeof to !== "string" || to === "") return { code: 100, details: "The parameter to is required." };
  let digits = DIGITS.test(to) ? to : to.replace(DECORATION, "");
  if (!DIGITS.test(digits)) return { code: 131009, details: "Param to is not a valid phone number." };
  if (state.options.rewriteWaIds !== false && digits.startsWith("55")) digits = digits.replace(BRAZIL_MOBILE, "55$1$2");
  const person = state.people.get(digits);
  return { input: to, waId: digits, userId: person?.userId ?? userIdOf(digits), byUserId: false };
}

export function isRefusal(value: Recipient | Refusal): value is Refusal {
  return "code" in value;
}
