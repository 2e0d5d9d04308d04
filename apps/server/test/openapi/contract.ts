/**
 * Every operation of the interface specification, as listed there: path below either prefix, query parameters (all optional strings),
 * fields of the body (`!` after a required one). `contract.test.ts` verifies the server against it.
 */
export interface SpecifiedOperation {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query: string[];
  /** Field to type, required if it ends with `!`. `null`: the specification shows no body; undefined: it shows no shape. */
  body: Record<string, "string" | "number" | "boolean" | "object"> | null | undefined;
}

/** An explicit `undefined` differs from an omitted argument. */
const on = (method: SpecifiedOperation["method"], path: string, query: string[] = [], ...body: [SpecifiedOperation["body"]?]) => ({
  method,
  path,
  query,
  body: body.length === 0 ? null : body[0],
});

const division = { "name!": "string", description: "string", color: "string" } as const;

export const specified: SpecifiedOperation[] = [
  on("GET", "/admin/apps", ["limit"]),
  on("GET", "/admin/apps/{id}"),
  on("PATCH", "/admin/apps/{id}/status", [], { "isActive!": "boolean" }),
  on("POST", "/admin/apps/{id}/top-up", [], { "amount!": "number", reason: "string" }),

  on("GET", "/admin/billing/organizations"),
  on("GET", "/admin/billing/organizations/{id}/balance"),
  on("POST", "/admin/billing/organizations/{id}/credits", [], { "amount!": "number", reason: "string", adminId: "string" }),
  on("GET", "/admin/billing/organizations/{id}/transactions", ["limit"]),
  on("GET", "/admin/billing/payment-requests", ["limit"]),
  on("GET", "/admin/billing/payment-requests/{id}"),
  on("GET", "/admin/billing/pricing"),
  on("POST", "/admin/billing/pricing", [], { "modelName!": "string", "costPerRequest!": "number", description: "string" }),
  on("PUT", "/admin/billing/pricing/{id}", [], { "costPerRequest!": "number", description: "string", isActive: "boolean" }),
  on("DELETE", "/admin/billing/pricing/{id}"),

  on("GET", "/admin/members", ["limit"]),
  on("PATCH", "/admin/members/{id}/role", [], { "role!": "string" }),
  on("GET", "/admin/organizations", ["limit"]),
  on("GET", "/admin/subscriptions", ["limit", "search", "status"]),
  on("GET", "/admin/subscriptions/{id}"),
  on("PATCH", "/admin/subscriptions/{id}", [], {
    status: "string",
    subscriptionType: "string",
    itemName: "string",
    billingAmount: "number",
    cycles: "number",
    startDate: "string",
    nextBilling: "string",
    endDate: "string",
  }),
  on("GET", "/admin/usage/summary"),
  on("GET", "/admin/stats"),
  on("GET", "/admin/queues/stats"),
  on("POST", "/admin/queues/{name}/retry"),
  on("POST", "/admin/users/{id}/suspend"),
  on("POST", "/admin/users/{id}/unsuspend"),
  on("GET", "/admin/webhook-events", ["limit"]),
  on("GET", "/admin/webhook-events/{id}"),
  on("GET", "/admin/gateway/settings"),
  on("PUT", "/admin/gateway/settings", [], {
    enabled: "boolean",
    reconciliationEnabled: "boolean",
    clearSecretKey: "boolean",
    clearCallbackToken: "boolean",
    secretKey: "string",
    callbackToken: "string",
  }),
  on("POST", "/admin/gateway/test"),

  on("GET", "/agent-settings", ["appId"]),
  on("PUT", "/agent-settings", ["appId"], undefined),
  ...["/agents", "/agents-management"].flatMap((path) => [
    on("GET", path, ["appId", "q"]),
    on("POST", path, ["appId"], undefined),
    on("PATCH", `${path}/{id}`, ["appId"], undefined),
    on("PUT", `${path}/{id}`, ["appId"], undefined),
    on("DELETE", `${path}/{id}`),
    on("GET", `${path}/divisions`, ["appId"]),
    on("POST", `${path}/divisions`, ["appId"], division),
    on("DELETE", `${path}/divisions/{id}`, ["appId"]),
  ]),
  on("GET", "/agents-management/login-link"),
  on("PUT", "/agents-management/divisions/{id}", ["appId"], {
    name: "string",
    description: "string",
    color: "string",
    parent_division_id: "string",
  }),

  on("POST", "/messages", [], { "channelId!": "string", "to!": "string", "type!": "string", text: "string", content: "object" }),
  on("GET", "/conversations", ["limit", "cursor", "status"]),
  on("POST", "/contacts", [], { name: "string", phone: "string" }),
  on("GET", "/contacts", ["limit", "cursor", "q"]),
  on("GET", "/knowledge/sources", ["q"]),
  on("GET", "/knowledge/faqs", ["q"]),
  on("GET", "/tickets", ["status"]),
  on("GET", "/agencies/current"),
  on("GET", "/agencies/current/domains"),
];
