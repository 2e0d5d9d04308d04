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
        "Contains no people, customers or secrets. Each part needs the read scope of its resource. Without `parts`: everything that the credential may read; `withheld` lists the rest.",
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
        "Nothing is written. Accepts the same body as an apply and returns the same response; reasons for a refusal are listed in `conflicts`.",
      scope: "organization:read",
      body: schema.ApplySnapshot,
      response: SnapshotResult,
      rules: "Two entries have the same name; a part is unknown.",
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
        "Missing entries are created, existing ones (matched by name) are updated to the snapshot, and nothing is deleted. All or nothing: the error gives the path of the first entry that cannot be applied. Each part needs the write scope of its resource.",
      scope: "organization:read",
      body: schema.ApplySnapshot,
      response: SnapshotResult,
      errors: ["conflict", "already_exists", "entitlement_exceeded"],
      rules: "Two entries have the same name; a part is unknown; an entry refers to a name that does not exist.",
      example: { body: example },
      handle: (ctx, { body }) => service.apply(ctx, body as ApplySnapshot),
    }),
  ];
}
