import { AssertionError } from "node:assert";
import type { Schema } from "../routes/route-operations.ts";

const bodyCodes = ["invalid_json", "payload_too_large", "unsupported_media_type"];

interface ApiCall {
  method: string;
  path: string;
}

/**
 * Reports a response that the document does not promise: a status or an error code that its operation does not list, which a client
 * generated from the document would not know. null: no problem, or not an operation.
 */
export function createDocumentCheck(openapi: object): (asked: ApiCall, status: number, body: unknown) => string | null {
  // By method and number of path segments: there are hundreds of patterns, and every request of a test is looked up.
  const operations = Map.groupBy(
    Object.entries((openapi as Schema)["paths"] as Schema)
      .filter(([path]) => path.startsWith("/api/v1/"))
      .flatMap(([path, methods]) => {
        const own = path.replace("/api/v1", "");
        const pattern = own.replaceAll(/\{[^}]+\}/g, "[^/]+");
        return Object.entries(methods as Schema).map(([method, operation]) => ({
          shape: shapeOf(method.toUpperCase(), own),
          test: new RegExp(`^${pattern.replaceAll(".", "\\.")}$`),
          // `/contacts/tags` takes precedence over `/contacts/{id}`, as in the router.
          parameters: path.split("{").length,
          operation: operation as Schema,
        }));
      })
      .sort((a, b) => a.parameters - b.parameters),
    ({ shape }) => shape,
  );
  const shared = (openapi as { components?: { responses?: Schema } }).components?.responses;
  const resolved = (answer: Schema | undefined) =>
    typeof answer?.["$ref"] === "string"
      ? (shared?.[answer["$ref"].slice("#/components/responses/".length)] as Schema | undefined)
      : answer;
  return ({ method, path }, status, body) => {
    const plain = path.split(/[?#]/, 1)[0] as string;
    if (!plain.startsWith("/api/")) return null;
    const own = plain.replace(/^\/api(?:\/v1)?(?=\/)/, "");
    const found = operations.get(shapeOf(method, own))?.find((one) => one.test.test(own));
    if (found === undefined) return null;
    const answer = resolved(found.operation["responses"][status] as Schema | undefined);
    const code = (body as { error?: { code?: unknown } } | null)?.error?.code;
    // Responses to a body where the document has none: clients that follow the document send none.
    if (found.operation["requestBody"] === undefined && bodyCodes.includes(code as string)) return null;
    if (answer === undefined) return `${found.operation["operationId"]} answered ${status} ${code ?? ""}, which openapi.json does not list`;
    if (status < 400 || typeof code !== "string" || String(answer["description"]).includes(`\`${code}\``)) return null;
    return `${found.operation["operationId"]} answered ${status} with ${code}, which openapi.json does not list there`;
  };
}

const shapeOf = (method: string, path: string) => `${method} ${path.split("/").length}`;

export function refuseUndocumented(
  check: ReturnType<typeof createDocumentCheck>,
  asked: ApiCall,
  answer: { status: number; body: unknown },
): void {
  const problem = check(asked, answer.status, answer.body);
  if (problem !== null) throw new AssertionError({ message: problem });
}
