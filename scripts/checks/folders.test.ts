import assert from "node:assert/strict";
import { test } from "node:test";
import { crowdedFolders, filesMax } from "./folders.ts";

const filesOf = (folder: string, count: number) => Array.from({ length: count }, (_, n) => `${folder}${n}.ts`);

test("a folder has a limited number of files, whatever its subfolders contain", () => {
  assert.deepEqual(crowdedFolders([...filesOf("apps/a/", filesMax), ...filesOf("apps/a/b/", filesMax), ...filesOf("", 3)]), []);
  assert.deepEqual(crowdedFolders(filesOf("apps/a/", filesMax + 1)), [{ folder: "apps/a", count: filesMax + 1 }]);
});

test("lists of one kind may have any length", () => {
  for (const folder of ["docs/adr/", "packages/database/functions/", "packages/connectors/chat-app/fixtures/", "a/testdata/"])
    assert.deepEqual(crowdedFolders(filesOf(folder, 60)), [], folder);
});
