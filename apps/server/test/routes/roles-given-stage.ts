/**
 * For roles-given.test.ts and roles-given.full.test.ts: who may assign which role, remove it, or sign in somebody who has it. Every path
 * that involves a role, with every credential allowed to call it, for every role. One rule: a key needs all of the role's scopes, a person
 * must not be below it.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { isAbove, type MemberRole, memberRoles, roleScopes } from "../../src/platform/auth/roles.ts";
import { allScopes } from "../../src/platform/auth/scopes.ts";
import { type Api, type ApiResponse, startTestApp, type TestApp, type TestPerson, type TestTenant } from "../harness.ts";

export const t: TestApp = await startTestApp();
after(() => t.stop());
export const tenant: TestTenant = await t.tenant();
const people = {} as Record<MemberRole, TestPerson>;
const invited = {} as Record<MemberRole, { agentId: string; invitationId: string }>;

async function ok(asked: Promise<ApiResponse>): Promise<any> {
  const response = await asked;
  assert.equal(response.status, 200, response.text);
  return response.body;
}
export const address = () => `${randomBytes(6).toString("hex")}@people.test`;
async function invite(role: MemberRole) {
  const { id, invitationId } = await ok(tenant.api.post("/api/v1/agents", { name: "Ada", email: address(), role }));
  return { agentId: id as string, invitationId: invitationId as string };
}

// Another owner, so that nobody is the last one.
await t.person(tenant.id, { role: "owner" });
for (const role of memberRoles) {
  people[role] = await t.person(tenant.id, { role });
  invited[role] = await invite(role);
}

export const manages = ["agents:read", "agents:write"];
/** Who may call, and whether they have everything that a role has. */
export const credentials: { name: string; make(): Promise<Api>; has(role: MemberRole): boolean }[] = [
  key("agents:write alone", manages),
  key("agents:write and admin:write", [...manages, "admin:read", "admin:write"]),
  ...memberRoles.map((role) => key(`agents:write and all of ${role}`, [...manages, "admin:write", ...roleScopes[role]])),
  key(
    "all of agent but one scope",
    [...manages, "admin:write", ...roleScopes.agent].filter((scope) => scope !== "messages:send"),
  ),
  key("every scope", allScopes),
  ...(["owner", "admin"] as const).map((role) => ({
    name: `the session of an ${role}`,
    make: async () => (await t.person(tenant.id, { role })).api,
    has: (other: MemberRole) => !isAbove(other, role),
  })),
];
function key(name: string, scopes: readonly string[]) {
  return {
    name: `a key with ${name}`,
    make: async () => t.api(await t.key(tenant.id, { scopes: [...new Set(scopes)] })),
    has: (role: MemberRole) => [...roleScopes[role]].every((scope) => scopes.includes(scope)),
  };
}

const mounts = ["/agents", "/agents-management"];
/** Every path that involves a role: how to call it, and how to undo what a success changed. Sessions have no admin:write. */
interface Path {
  name: string;
  ask(api: Api, role: MemberRole): Promise<ApiResponse>;
  undo?(role: MemberRole): Promise<unknown>;
  keysOnly?: true;
}
const member = (role: MemberRole) => `/api/v1/members/${people[role].agentId}`;
const restore = (role: MemberRole) => ok(tenant.api.patch(member(role), { role, status: "active" }));
const anew = async (role: MemberRole) => {
  invited[role] = await invite(role);
};
export const raise: Path[] = [
  ...mounts.flatMap((mount) =>
    (["patch", "put"] as const).map((verb) => ({
      name: `${verb.toUpperCase()} ${mount}/{id}`,
      ask: (api: Api, role: MemberRole) => api[verb](`/api/v1${mount}/${people.viewer.agentId}`, { role }),
      undo: () => restore("viewer"),
    })),
  ),
  {
    name: "PATCH /members/{id}",
    ask: (api: Api, role: MemberRole) => api.patch(member("viewer"), { role }),
    undo: () => restore("viewer"),
  },
  {
    name: "PATCH /admin/members/{id}/role",
    ask: (api: Api, role: MemberRole) => api.patch(`/api/v1/admin/members/${people.viewer.agentId}/role`, { role }),
    undo: () => restore("viewer"),
    keysOnly: true as const,
  },
  {
    name: "PATCH /agents/{invited}",
    ask: (api: Api, role: MemberRole) => api.patch(`/api/v1/agents/${invited.viewer.agentId}`, { role }),
    undo: () => ok(tenant.api.patch(`/api/v1/agents/${invited.viewer.agentId}`, { role: "viewer" })),
  },
];
export const give: Path[] = [
  ...mounts.map((mount) => ({
    name: `POST ${mount}`,
    ask: (api: Api, role: MemberRole) => api.post(`/api/v1${mount}`, { name: "Ada", email: address(), role }),
  })),
  { name: "POST /invitations", ask: (api, role) => api.post("/api/v1/invitations", { email: address(), role }) },
  {
    name: "POST /invitations/{id}/resend",
    ask: (api, role) => api.post(`/api/v1/invitations/${invited[role].invitationId}/resend`),
    // Only ten mails a day per invitation.
    undo: anew,
  },
  {
    name: "GET /agents-management/login-link",
    ask: (api, role) => api.get(`/api/v1/agents-management/login-link?agentId=${people[role].agentId}`),
  },
];
const take: Path[] = [
  ...mounts.map((mount) => ({
    name: `PATCH ${mount}/{id}, down`,
    ask: (api: Api, role: MemberRole) => api.patch(`/api/v1${mount}/${people[role].agentId}`, { role: "viewer" }),
    undo: restore,
  })),
  { name: "PATCH /members/{id}, down", ask: (api, role) => api.patch(member(role), { role: "viewer" }), undo: restore },
  {
    name: "PATCH /admin/members/{id}/role, down",
    ask: (api, role) => api.patch(`/api/v1/admin/members/${people[role].agentId}/role`, { role: "viewer" }),
    undo: restore,
    keysOnly: true,
  },
  { name: "PATCH /members/{id}, suspended", ask: (api, role) => api.patch(member(role), { status: "suspended" }), undo: restore },
  {
    name: "PATCH /agents/{id}, suspended",
    ask: (api, role) => api.patch(`/api/v1/agents/${people[role].agentId}`, { status: "suspended" }),
    undo: restore,
  },
  { name: "DELETE /agents/{id}", ask: (api, role) => api.delete(`/api/v1/agents/${people[role].agentId}`), undo: restore },
  { name: "DELETE /agents/{invited}", ask: (api, role) => api.delete(`/api/v1/agents/${invited[role].agentId}`), undo: anew },
  { name: "DELETE /invitations/{id}", ask: (api, role) => api.delete(`/api/v1/invitations/${invited[role].invitationId}`), undo: anew },
];

/** Everything that a path could change. */
const state = async () => {
  const list = async (path: string) => (await ok(tenant.api.get(`${path}?limit=100`))).data;
  return {
    members: (await list("/api/v1/members")).map((m: any) => [m.id, m.role, m.status]),
    invitations: (await list("/api/v1/invitations")).map((i: any) => [i.id, i.role, i.status]),
  };
};

export type Credential = (typeof credentials)[number];

/** Every path, with one credential, for every role. */
export async function checkPaths(credential: Credential): Promise<void> {
  const api = await credential.make();
  const isKey = credential.name.startsWith("a key");
  const scopes = (await ok(api.get("/api/v1/me"))).scopes as string[];
  for (const path of [...raise, ...give, ...take]) {
    if (path.keysOnly === true && (!isKey || !scopes.includes("admin:write"))) continue;
    for (const role of memberRoles) {
      const label = `${path.name}, ${role}`;
      // Raising a viewer requires what a viewer has, too.
      const may = credential.has(role) && (!raise.includes(path) || credential.has("viewer"));
      const earlier = may ? null : await state();
      const response = await path.ask(api, role);
      if (may) {
        assert.equal(response.status, 200, `${label}: ${response.text}`);
        await path.undo?.(role);
      } else {
        assert.deepEqual([response.status, response.body.error?.code], [403, "forbidden"], `${label}: ${response.text}`);
        assert.deepEqual(await state(), earlier, label);
      }
    }
  }
  // Names and profiles confer no rights: a key that manages agents may set anybody's, a person nobody's above them.
  for (const role of memberRoles) {
    const response = await api.patch(`/api/v1/agents/${people[role].agentId}`, {
      name: "Grace",
      skills: ["returns"],
      maxOpenConversations: 3,
    });
    assert.equal(response.status, isKey || credential.has(role) ? 200 : 403, `${role}: ${response.text}`);
  }
}
