import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const exportStatuses = ["queued", "running", "completed", "failed", "expired"] as const;

/** How long a file is kept. */
export const keptDays = 7;

export const CreateOrganizationExport = Type.Object(
  {
    includeMedia: Type.Optional(Type.Boolean({ default: true, description: "Include the files themselves; false: only their metadata" })),
  },
  { title: "CreateOrganizationExport" },
);
export type CreateOrganizationExport = Static<typeof CreateOrganizationExport>;

const fields = {
  id: Type.String(),
  status: StringEnum(exportStatuses, { description: "expired: the file has been deleted" }),
  includeMedia: Type.Boolean(),
  progress: Type.Object({
    tablesDone: Type.Integer({ minimum: 0 }),
    tablesTotal: Type.Integer({ minimum: 0 }),
    rows: Type.Integer({ minimum: 0, description: "Rows written so far" }),
    files: Type.Integer({ minimum: 0, description: "Media written so far" }),
  }),
  sizeBytes: Type.Integer({ description: "Size of the file so far" }),
  error: NullableText({ description: "The last problem" }),
  createdBy: Type.String({ description: "agt_…" }),
  createdAt: Timestamp,
  finishedAt: NullableTimestamp(),
  expiresAt: NullableTimestamp(),
};

export const OrganizationExport = Type.Object(
  { ...fields, url: NullableText({ description: "Path of the file once it is complete; needs an owner's session" }) },
  { title: "OrganizationExport" },
);
export type OrganizationExport = Static<typeof OrganizationExport>;

/** The file is the organization's own: the operator of the installation only sees that it exists. */
export const AdminOrganizationExport = Type.Object({ organizationId: Type.String(), ...fields }, { title: "AdminOrganizationExport" });
export type AdminOrganizationExport = Static<typeof AdminOrganizationExport>;
export const AdminOrganizationExportList = ListOf(AdminOrganizationExport);

export const OrganizationExportList = ListOf(OrganizationExport);
export const ListOrganizationExportsQuery = listQuery({});
