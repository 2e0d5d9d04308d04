import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
/** How long a request can be looked up. */
export const keptDays = 7;

const Redacted = Type.Unsafe<unknown>({
  description:
    "Redacted. Field names, ids, times, numbers and enum values are kept; for anything else, only its type and length. null: none, not JSON, or longer than 32 KB (a successful GET: 4 KB)",
});
const Part = (what: string) =>
  Type.Object({ bytes: Type.Integer({ description: `Size of the ${what}; 0: empty or unknown` }), body: Redacted });

const fields = {
  id: Type.String(),
  createdAt: Type.String({ format: "date-time", description: "When the response ended" }),
  keyId: Type.String({ description: "The API key" }),
  keyName: NullableText({ description: "Its current name; null: the key no longer exists" }),
  method: StringEnum(methods),
  operation: Type.String({ description: "operationId in the API document", examples: ["createContact"] }),
  route: Type.String({ description: "Path in the API document, below /api/v1", examples: ["/contacts/{id}"] }),
  path: Type.String({
    description: "Requested path, below /api/v1. Parameters that are not ids are replaced by their names",
    examples: ["/contacts/cnt_0198c6f2a4b17e3d9c5b8f1a2d3e4f50"],
  }),
  status: Type.Integer({ description: "HTTP status; 499: the client disconnected before the response" }),
  errorCode: NullableText({ description: "`error.code` of the response" }),
  reference: NullableText({ description: "`error.reference` of the response" }),
  durationMs: Type.Integer(),
  address: Type.String({ description: "IP address of the client" }),
  userAgent: NullableText({ description: "Header User-Agent, up to 200 characters" }),
  requestId: Type.String({ description: "Header X-Request-Id, or a generated one; audit log entries have the same" }),
};

export const RequestLog = Type.Object(fields, { title: "RequestLog" });
export type RequestLog = Static<typeof RequestLog>;
export const RequestLogList = ListOf(RequestLog);

export const RequestLogDetail = Type.Object(
  {
    ...fields,
    query: Type.Unsafe<object>({ type: "object", additionalProperties: true, description: "Query parameters, redacted like bodies" }),
    request: Part("request body"),
    answer: Part("response body"),
  },
  { title: "RequestLogDetail" },
);
export type RequestLogDetail = Static<typeof RequestLogDetail>;

export const RequestLogQuery = listQuery({
  keyId: Type.Optional(Type.String({ maxLength: 100, description: "Only of this API key" })),
  method: Type.Optional(StringEnum(methods)),
  operation: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "operationId" })),
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: "Route, or beginning of the path, below /api/v1" })),
  status: Type.Optional(
    Type.String({ pattern: "^[1-5](xx|[0-9][0-9])$", description: "HTTP status or class of it", examples: ["422", "5xx"] }),
  ),
  failed: Type.Optional(Type.Boolean({ description: "true: status 400 and above; false: below" })),
  requestId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "Of the request, or the `error.reference` of its answer" }),
  ),
  since: Type.Optional(Timestamp),
  until: Type.Optional(Type.String({ format: "date-time", description: "Exclusive" })),
});
export type RequestLogQuery = Static<typeof RequestLogQuery>;
