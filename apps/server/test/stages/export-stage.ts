/** Exports of organizations: requested, downloaded and unpacked. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { promisify } from "node:util";
import { startTestApp, type TestPerson, type TestTenant } from "../harness.ts";

export const path = "/api/v1/organization/export";
export const list = "/api/v1/organization/exports";
export const day = 86_400_000;
const run = promisify(execFile);

export const t = await startTestApp();
after(() => t.stop());

export const file = (person: TestPerson, id: string, headers: Record<string, string> = {}) =>
  fetch(`${t.url}${list}/${id}/file`, { headers: { cookie: person.cookie, ...headers } });

export async function bytesOf(person: TestPerson, id: string): Promise<Buffer> {
  const response = await file(person, id);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** The archive as tar unpacks it: contents by path. */
export async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), "parley-export-"));
  try {
    await writeFile(join(folder, "all.tar.gz"), archive);
    await run("tar", ["xzf", "all.tar.gz"], { cwd: folder });
    const found = new Map<string, Buffer>();
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && entry.name !== "all.tar.gz") {
        const at = join(entry.parentPath, entry.name);
        found.set(at.slice(folder.length + 1), await readFile(at));
      }
    return found;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const rowsIn = (files: Map<string, Buffer>, table: string): any[] =>
  [...files]
    .filter(([name]) => name.startsWith(`data/${table}-`))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, content]) =>
      content
        .toString()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    );

export async function exported(person: TestPerson, body: object = {}): Promise<{ id: string; files: Map<string, Buffer> }> {
  const asked = await person.api.post(path, body);
  assert.equal(asked.status, 200, asked.text);
  await t.drain();
  return { id: asked.body.id, files: await unpack(await bytesOf(person, asked.body.id)) };
}

export const pieces = (tenant: TestTenant) =>
  t.app.database.worker<{ id: string }>({ text: "select id from organization_export_pieces where tenant_id = $1", values: [tenant.id] });
