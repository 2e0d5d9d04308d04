import type { ReceivedReferral } from "@parley/sdk";
import { webAddress } from "./web-address.ts";

export interface ReferralFacts {
  /** The ad's title. */
  title: string | null;
  body: string | null;
  /** The word that the business put into its link. */
  ref: string | null;
  url: string | null;
}

/**
 * Where a conversation came from. What a platform adds to the documented members is within `adsContextData` (Messenger Platform), `ad` and
 * `shortLink` (short video). Pure.
 */
export function referralFacts(referral: ReceivedReferral): ReferralFacts {
  const [context, ad, link] = ["adsContextData", "ad", "shortLink"].map((key) => partOf(referral[key]));
  return {
    title: textOf(referral.headline, context?.["adTitle"], ad?.["adName"]),
    body: textOf(referral.body),
    ref: textOf(referral.ref, link?.["ref"]),
    url: webAddress(referral.sourceUrl) ?? webAddress(ad?.["embedUrl"]),
  };
}

const partOf = (value: unknown) => (typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {});
const textOf = (...values: unknown[]) => values.find((each): each is string => typeof each === "string" && each !== "") ?? null;
