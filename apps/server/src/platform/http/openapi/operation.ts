import type { TSchema } from "typebox";
import { type AnyRoute, isPersonal, mayLackBody } from "../route.ts";
import { isObject, type Json, pascal } from "./json.ts";
import { errorResponses, fileResponses, notModified } from "./responses.ts";
import type { Named, SharedParts } from "./shared.ts";

export interface Parts {
  schema(routeParameters: TSchema): Json;
  parameters: SharedParts;
  responses: SharedParts;
  /** Examples of an operation's responses, by content type. */
  examplesOf(operationId: string, contentType: string, schema: Json, routeParameters: unknown): Json;
  /** The `links` of an operation's response. */
  linksOf(operationId: string): Json;
}

/** One operation. Its parameters and responses are filled in once all operations are known: see SharedParts. */
export function operation(route: AnyRoute, parts: Parts): Json {
  const routeParameters = parametersOf(route, parts);
  const parameters: Json[] = routeParameters.map(({ value }) => value);
  for (const [i, parameter] of routeParameters.entries()) parts.parameters.add(parameter, (part) => void (parameters[i] = part));
  const responses: Record<string, Json> = {};
  const answers = new Map<number, Named>([
    [200, success(route, parts)],
    ...(route.kind === "content" ? fileResponses(fileTypeOf(route)) : []),
    ...(route.kind === "public" && route.cached === true ? notModified : []),
    ...errorResponses(route),
  ]);
  for (const [status, answer] of answers) {
    responses[status] = answer.value;
    parts.responses.add(answer, (part) => void (responses[status] = part));
  }
  return {
    operationId: route.operationId,
    ...(route.scope === null ? {} : { "x-scope": route.scope }),
    tags: [route.tag],
    summary: route.summary,
    description: [
      route.description,
      accessOf(route),
      route.platformOnly === true ? "Only for credentials of a platform organization." : undefined,
      route.agencyOnly === true ? "Only for credentials of an agency." : undefined,
    ]
      .filter(Boolean)
      .join("\n\n"),
    ...(route.sessionScope === undefined ? {} : { "x-session-scope": route.sessionScope }),
    ...(route.alsoScopes === undefined ? {} : { "x-also-scopes": route.alsoScopes }),
    ...(route.kind === "public" ? { security: [] } : isPersonal(route) ? { security: [{ session: [] }] } : {}),
    ...(route.platformOnly === true ? { "x-platform-only": true } : {}),
    ...(route.agencyOnly === true ? { "x-agency-only": true } : {}),
    parameters,
    ...(route.body === undefined ? {} : { requestBody: requestBody(route, route.body, parts) }),
    responses,
  };
}

function accessOf(route: AnyRoute): string {
  if (route.kind === "public") return "Needs no credential; limited per IP address and, if there is one, per account.";
  if (isPersonal(route)) return "Needs a person's session; API keys get 403.";
  const acting = route.openWhileActing === true ? ", and none while it acts in a client" : "";
  const people = route.sessionScope === undefined ? "" : `; a session needs \`${route.sessionScope}\`${acting}`;
  const also = route.alsoScopes === undefined ? "" : ` Also needs: ${route.alsoScopes.map((scope) => `\`${scope}\``).join(", ")}.`;
  return route.scope === null ? "Any valid key or session." : `Scope: \`${route.scope}\`${people}.${also}`;
}

const idempotencyKey: Named = {
  names: ["IdempotencyKey"],
  value: {
    name: "idempotency-key",
    in: "header",
    required: false,
    description:
      "The same key on a retry prevents a second effect: the response is the stored one, with the header `Idempotency-Replayed: true`. A person's response is replayed to them alone; for anybody else their key is a 409 `idempotency_conflict`",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
};

function parametersOf(route: AnyRoute, parts: Parts): Named[] {
  const parameters: Named[] = [];
  for (const [location, object] of [
    ["path", route.params],
    ["query", route.query],
  ] as const) {
    const source = object as { properties?: Record<string, TSchema>; required?: string[] } | undefined;
    for (const [name, value] of Object.entries(source?.properties ?? {})) {
      const { description, ...rest } = { description: (value as { description?: string }).description, ...parts.schema(value) };
      const hasDefault = Object.hasOwn(rest, "default");
      parameters.push({
        names: [pascal(name), `${pascal(route.tag)}${pascal(name)}`, `${pascal(route.operationId)}${pascal(name)}`],
        value: {
          name,
          in: location,
          required: location === "path" || ((source?.required ?? []).includes(name) && !hasDefault),
          ...(description === undefined ? {} : { description }),
          schema: rest,
        },
      });
    }
  }
  return isIdempotent(route) ? [...parameters, idempotencyKey] : parameters;
}

const isIdempotent = (route: AnyRoute) => route.method !== "GET" && route.kind !== "public";

function requestBody(route: AnyRoute, body: TSchema, parts: Parts): Json {
  return {
    ...(mayLackBody(route) ? {} : { required: true }),
    content: {
      ...(route.kind === "upload" ? { "multipart/form-data": { schema: parts.schema(route.form) } } : {}),
      ...(route.kind === "upload" ? Object.fromEntries((route.files ?? []).map((range) => [range, { schema: wholeFile }])) : {}),
      "application/json": {
        schema: parts.schema(body),
        ...(route.example?.body === undefined ? {} : { example: route.example.body }),
      },
    },
  };
}

/** A body that is a file. */
const wholeFile: Json = { type: "string", format: "binary" };

/** A list as a file is CSV; a stored file may have any type. */
const fileTypeOf = (route: AnyRoute) =>
  (route.kind === "content" ? route.contentType : undefined) ?? (route.path.endsWith(".csv") ? "text/csv" : "*/*");

function success(route: AnyRoute, parts: Parts): Named {
  const [type, schema] =
    route.kind === "stream"
      ? ["text/event-stream", { type: "string" }]
      : route.kind === "content"
        ? [fileTypeOf(route), wholeFile]
        : ["application/json", parts.schema(route.response)];
  const name = isObject(schema) && typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : pascal(route.operationId);
  const links = parts.linksOf(route.operationId);
  return {
    names: [`${name}`, `${name}Written`, `${pascal(route.operationId)}Success`],
    value: {
      description: "OK",
      content: { [type]: { schema, ...parts.examplesOf(route.operationId, type, schema, route.example?.response) } },
      ...(Object.keys(links).length === 0 ? {} : { links }),
    },
  };
}
