import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { operationPaths, usedOperations } from "./operation-use.ts";

const table = {
  me: "GET/me",
  labels: {
    list: "GET/labels ql",
    create: "POST/labels b",
    get: "GET/labels/{id}",
    update: "PATCH/labels/{id} b",
    delete: "DELETE/labels/{id}",
  },
  contacts: { list: "GET/contacts ql", tags: { list: "GET/contacts/tags ql", rename: "POST/contacts/tags/rename b" } },
} as unknown as Parameters<typeof operationPaths>[0];
const paths = operationPaths(table);
const used = (...texts: string[]) => [...usedOperations(paths, texts)].sort();

describe("the operations that the dashboard uses", () => {
  it("are found under their paths in the client", () => {
    assert.deepEqual(paths, [
      ...["me", "labels.list", "labels.create", "labels.get", "labels.update", "labels.delete"],
      ...["contacts.list", "contacts.tags.list", "contacts.tags.rename"],
    ]);
  });

  it("are those that it calls or passes on, also across lines", () => {
    assert.deepEqual(used("await api.me()", "await api.contacts\n  .tags.rename(body)", "{ list: api.contacts.list }"), [
      ...["contacts.list", "contacts.tags.rename", "me"],
    ]);
    assert.deepEqual(used("api.contacts.tags", "myapi.me()", "api.labels.list.name"), ["labels.list"]);
  });

  it("of a resource passed as a whole are those whose function is called somewhere", () => {
    const defined = 'export const labels = defineResource<Label>("labels", () => api.labels, few);';
    assert.deepEqual(used(defined), []);
    assert.deepEqual(used(defined, "useQuery(labels.listQuery())", "labels.remove(client, id)"), ["labels.delete", "labels.list"]);
    assert.deepEqual(used('export const labels = defineResource("labels", () => ({ ...api.labels, list }));', "labels.update(client)"), [
      "labels.update",
    ]);
  });
});
