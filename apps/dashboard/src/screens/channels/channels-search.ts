/** As the address has it: anything. */
export interface ChannelsSearch {
  /** With it a platform leads back, to which somebody went to sign in. */
  authorization?: unknown;
}

export function readChannelsSearch({ authorization }: ChannelsSearch): { authorization: string | undefined } {
  return { authorization: typeof authorization === "string" && authorization !== "" ? authorization : undefined };
}
