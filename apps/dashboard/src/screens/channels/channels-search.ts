import type { Template } from "@parley/sdk";

/** As in the URL: any values, whatever the types say. */
export interface ChannelsSearch {
  /** Present when a platform redirects back after a sign-in. */
  authorization?: string | undefined;
  /** For templates. */
  status?: string | undefined;
}

/** Statuses to filter by; the others are rare. */
export const templateStatuses = ["approved", "pending", "rejected", "paused"] as const satisfies Template["status"][];

export function readChannelsSearch({ authorization, status }: ChannelsSearch) {
  return {
    authorization: typeof authorization === "string" && authorization !== "" ? authorization : undefined,
    status: templateStatuses.find((each) => each === status),
  };
}
