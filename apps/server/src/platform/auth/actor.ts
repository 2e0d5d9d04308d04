import { wireId } from "../ids/ids.ts";

/** Who acted. Ids are UUIDs: of the key, or of the user behind a member; the system has a name instead (`operator`). */
export interface Actor {
  readonly kind: "api" | "member" | "system";
  readonly id: string;
  /** For a delegated key: the agency behind it (UUID), shown instead of the key. */
  readonly agencyId?: string;
}

/** As others see the actor: `key_…`, `agt_…`, the agency's `org_…`, or the system's name. */
export function actorWireId(actor: Actor): string {
  switch (actor.kind) {
    case "api":
      return actor.agencyId === undefined ? wireId("key", actor.id) : wireId("org", actor.agencyId);
    case "member":
      return wireId("agt", actor.id);
    case "system":
      return actor.id;
  }
}

/** As the author of a text: only members and keys write texts. */
export function authorOf(actor: Actor): { kind: "api" | "member"; id: string } {
  if (actor.kind === "system") throw new Error("the system is no author");
  return { kind: actor.kind, id: actorWireId(actor) };
}
