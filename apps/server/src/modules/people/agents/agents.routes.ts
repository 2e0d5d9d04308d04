import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, personRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import { AppQuery } from "#modules/people/divisions/index.ts";
import {
  Agent,
  AgentList,
  CreateAgent,
  ListAgentsQuery,
  LoginLink,
  LoginLinkQuery,
  SetAvailability,
  UpdateAgent,
} from "./agents.schema.ts";
import type { AgentsService } from "./agents.service.ts";

const tag = "Agents";

/** The specification lists the resource at two paths; both are mounted from here. `suffix` distinguishes operation ids. */
const mounts = [
  { base: "/agents", suffix: "" },
  { base: "/agents-management", suffix: "InManagement" },
] as const;

/** `checkApp` throws not_found for an app that the tenant does not have. */
export function agentRoutes(service: AgentsService, checkApp: (ctx: TxContext, appId: string | undefined) => Promise<void>): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  const resource = mounts.flatMap(({ base, suffix }) => [
    readRoute({
      method: "GET",
      path: base,
      operationId: `listAgents${suffix}`,
      tag,
      summary: "List agents, newest first",
      scope: "agents:read",
      query: ListAgentsQuery,
      response: AgentList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        await checkApp(ctx, query.appId);
        return service.list(ctx, query);
      },
    }),
    writeRoute({
      method: "POST",
      path: base,
      operationId: `createAgent${suffix}`,
      tag,
      summary: "Invite an agent",
      description: "The agent gets an e-mail and is `invited` until they accept. You can already set their settings here.",
      scope: "agents:write",
      query: AppQuery,
      body: CreateAgent,
      response: Agent,
      errors: ["already_exists", "forbidden", "entitlement_exceeded"],
      example: { body: { name: "Ada Lovelace", email: "ada@example.com", role: "agent", skills: ["returns"], languages: ["en", "de"] } },
      wakeTopics: ["mail"],
      async handle(ctx, { query, body }) {
        await checkApp(ctx, query.appId);
        return service.create(ctx, body);
      },
    }),
    readRoute({
      method: "GET",
      path: `${base}/:id`,
      operationId: `getAgent${suffix}`,
      tag,
      summary: "Get an agent",
      scope: "agents:read",
      params: IdParams,
      response: Agent,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    ...(["PATCH", "PUT"] as const).map((method) =>
      writeRoute({
        method,
        path: `${base}/:id`,
        operationId: `${method === "PUT" ? "put" : "update"}Agent${suffix}`,
        tag,
        summary: "Update an agent",
        description:
          "PUT and PATCH do the same: omitted fields keep their values. Role and status follow the rules of members: nobody can change a member above them, and the last owner stays.",
        scope: "agents:write",
        params: IdParams,
        query: AppQuery,
        body: UpdateAgent,
        response: Agent,
        errors: ["last_owner", "forbidden", "conflict", "entitlement_exceeded"],
        exists,
        example: { body: { availability: "online", maxOpenConversations: 8 } },
        wakeTopics: ["sessions"],
        async handle(ctx, { params, query, body }) {
          await checkApp(ctx, query.appId);
          return service.update(ctx, params.id, body);
        },
      }),
    ),
    writeRoute({
      method: "DELETE",
      path: `${base}/:id`,
      operationId: `deleteAgent${suffix}`,
      tag,
      summary: "Deactivate an agent: their sessions end and their open conversations are unassigned",
      description:
        "Their messages stay under their name, and they stay listed as suspended; `status: active` reactivates them. An open invitation is withdrawn.",
      scope: "agents:write",
      params: IdParams,
      response: Deleted,
      errors: ["last_owner", "forbidden", "conflict"],
      exists,
      wakeTopics: ["sessions"],
      handle: (ctx, { params }) => service.deactivate(ctx, params.id),
    }),
  ]);
  return [
    ...resource,
    personRoute({
      method: "POST",
      path: "/agents/me/availability",
      operationId: "setOwnAvailability",
      bound: "allowed",
      tag,
      summary: "Set your availability",
      description: "Also updates when the agent was last seen. API keys are not agents and cannot call this.",
      scope: "agents:read",
      body: SetAvailability,
      response: Agent,
      example: { body: { availability: "online" } },
      handle: (ctx, { body }) => service.setOwnAvailability(ctx, body.availability),
    }),
    readRoute({
      method: "GET",
      path: "/agents-management/login-link",
      operationId: "getLoginLink",
      tag,
      summary: "Create a login link, valid once within ten minutes",
      description:
        "Creates a link for the caller or for another agent. For a key that names no agent: the person who created the key, otherwise the oldest agent that the key may sign in. A link for another agent can be created only by owners, admins and keys that may assign that agent's role, and only for a person who belongs to no other organization and has no second factor. The session of such a link stays in this organization, lasts at most eight hours and cannot reach the person's password, second factor and other sessions. Link and session end with any change of either person's permissions. A session from a link cannot create further links, nor API keys if the link was for another agent. A new link invalidates the previous one.",
      scope: "agents:read",
      query: LoginLinkQuery,
      response: LoginLink,
      errors: ["forbidden", "conflict"],
      prepare: (ctx, { query }) => service.linkFor(ctx, query.agentId),
      handle: (ctx, _input, linkFor) => service.loginLink(ctx, linkFor),
    }),
  ];
}
