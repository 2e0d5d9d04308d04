import { type Static, Type } from "typebox";
import { PageInfo, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { presenceStates } from "./presence-table.ts";

export const Presence = Type.Object(
  {
    conversationId: Type.String(),
    agentId: Type.String(),
    state: StringEnum(presenceStates),
    since: Type.Unsafe<string>({ ...Timestamp, description: "When they opened the conversation" }),
    expiresAt: Type.Unsafe<string>({ ...Timestamp, description: "When this expires unless it is renewed" }),
  },
  { title: "Presence" },
);
export type Presence = Static<typeof Presence>;

/** Always complete: there is never a next page. */
export const PresenceList = Type.Object({ data: Type.Array(Presence), pageInfo: PageInfo }, { title: "PresenceList" });
export type PresenceList = Static<typeof PresenceList>;

export const ListPresenceQuery = Type.Object({
  conversationId: Type.Optional(Type.String({ maxLength: 100, description: "Only of this conversation" })),
});

export const SetPresence = Type.Object(
  {
    state: StringEnum([...presenceStates, "gone"], { description: "gone: has left the conversation" }),
    memberId: Type.Optional(
      Type.String({ maxLength: 100, description: "Who it is: agt_… or usr_…; required with an API key. Default: yourself" }),
    ),
  },
  { title: "SetPresence" },
);
export type SetPresence = Static<typeof SetPresence>;
