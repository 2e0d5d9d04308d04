import type { Database } from "#platform/db/database.ts";
import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import * as queries from "./health.queries.ts";
import { InstallationHealth } from "./health.schema.ts";

const tablesMax = 10;

export function healthRoutes({ database }: { database: Pick<Database, "worker"> }): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/admin/health",
      operationId: "getInstallationHealth",
      tag: "Administration",
      summary: "Get versions, sizes, processes and lags of the installation",
      scope: "admin:read",
      platformOnly: true,
      response: InstallationHealth,
      async handle({ now }) {
        const { version, size_bytes, migration } = await queries.readDatabase(database);
        const largest = await queries.listLargestTables(database, tablesMax);
        const processes = await queries.listProcesses(database);
        const readers = await queries.listReaders(database);
        return {
          asOf: now.toISOString(),
          nodeVersion: process.version,
          database: {
            ...{ version, migration, sizeBytes: size_bytes },
            largestTables: largest.map((table) => ({ name: table.name, sizeBytes: table.size_bytes })),
          },
          processes: processes.map((one) => ({
            ...{ id: one.id, roles: one.roles },
            startedAt: one.started_at.toISOString(),
            heartbeatAt: one.heartbeat_at.toISOString(),
          })),
          readers: readers.map(({ consumer, behind_since }) => ({
            name: consumer,
            lagSeconds: behind_since === null ? 0 : Math.max(0, Math.floor((now.getTime() - behind_since.getTime()) / 1_000)),
          })),
        };
      },
    }),
  ];
}
