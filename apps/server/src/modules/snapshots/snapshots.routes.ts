import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { type ApplySnapshot, GetSnapshotQuery, SnapshotResult, type snapshotSchemas } from "./snapshots.schema.ts";
import type { SnapshotsService } from "./snapshots.service.ts";

const tag = "Snapshots";

const example = {
  snapshot: {
    version: 1,
    parts: {
      labels: [{ name: "Refund", color: "#d9480f", description: "The customer wants their money back" }],
      cannedReplies: [{ shortcut: "thanks", title: "Thanks", content: "Thank you, {{contact.firstName|there}}!" }],
    },
  },
  existing: "update",
};

export function snapshotRoutes(service: SnapshotsService, schema: ReturnType<typeof snapshotSchemas>): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/organization/snapshot",
      operationId: "getSnapshot",
      tag,
      summary: "Get the organization's configuration as a snapshot",
      description:
        "Without people, customers and secrets. Each part needs the scope that reading its resource needs. Without `parts`: all that the credential may read, and `withheld` tells of the others.",
      scope: "organization:read",
      query: GetSnapshotQuery,
      response: schema.Snapshot,
      errors: ["conflict", "insufficient_scope"],
      handle: (ctx, { query }) => service.read(ctx, query.parts) as never,
    }),
    writeRoute({
      method: "POST",
      path: "/organization/snapshot/plan",
      operationId: "planSnapshot",
      tag,
      summary: "Preview applying a snapshot",
      description:
        "Nothing is written. Takes what an apply takes and answers what it would answer; what it would be refused for stands in `conflicts`.",
      scope: "organization:read",
      body: schema.ApplySnapshot,
      response: SnapshotResult,
      rules: "Two entries of one name; a part that there is not.",
      example: { body: example },
      handle: (ctx, { body }) => service.plan(ctx, body as ApplySnapshot),
    }),
    writeRoute({
      method: "POST",
      path: "/organization/snapshot/apply",
      operationId: "applySnapshot",
      tag,
      summary: "Apply a snapshot",
      description:
        "What is not there by its name is made, what is there becomes as the snapshot says, and nothing is deleted. All of it or nothing: the first entry that cannot be so is told with its path. Each part needs the scope that writing its resource needs.",
      scope: "organization:read",
      body: schema.ApplySnapshot,
      response: SnapshotResult,
      errors: ["conflict", "already_exists", "entitlement_exceeded"],
      rules: "Two entries of one name; a part that there is not; a name that an entry refers to and that nothing has.",
      example: { body: example },
      handle: (ctx, { body }) => service.apply(ctx, body as ApplySnapshot),
    }),
  ];
}
