import type { Template } from "@parley/sdk";

/** As the address has them: anything, whatever the types say. */
export interface ChannelsSearch {
  /** With it a platform leads back, to which somebody went to sign in. */
  authorization?: string | undefined;
  /** Of the templates. */
  status?: string | undefined;
}

/** Statuses to filter by: the rest are rare. */
export const templateStatuses = ["approved", "pending", "rejected", "paused"] as const satisfies Template["status"][];

export function readChannelsSearch({ authorization, status }: ChannelsSearch) {
  return {
    authorization: typeof authorization === "string" && authorization !== "" ? authorization : undefined,
    status: templateStatuses.find((each) => each === status),
  };
}
