import { type Static, Type } from "typebox";
import { NullableText, Timestamp } from "#platform/http/schemas.ts";

const Bytes = Type.Integer({ minimum: 0 });

export const InstallationHealth = Type.Object(
  {
    asOf: Timestamp,
    nodeVersion: Type.String({ description: "Of the process that responded" }),
    database: Type.Object(
      {
        version: Type.String({ description: "Of PostgreSQL" }),
        migration: NullableText({ description: "The last one applied" }),
        sizeBytes: Bytes,
        largestTables: Type.Array(Type.Object({ name: Type.String(), sizeBytes: Bytes }, { title: "TableSize" }), {
          description: "At most ten, with their indexes",
        }),
      },
      { title: "InstallationDatabase" },
    ),
    processes: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          roles: Type.String({ description: "all, api or worker" }),
          startedAt: Timestamp,
          heartbeatAt: Timestamp,
        },
        { title: "ServerProcess" },
      ),
      { description: "Those serving this database, including ones not yet known to be gone" },
    ),
    readers: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          lagSeconds: Type.Integer({
            minimum: 0,
            description: "The age of the oldest event that it has not read; 0: it has read everything",
          }),
        },
        { title: "LogReader" },
      ),
      { description: "Consumers of the event log: deliveries, flows, metrics, …" },
    ),
  },
  { title: "InstallationHealth" },
);
export type InstallationHealth = Static<typeof InstallationHealth>;
