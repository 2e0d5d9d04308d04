import { AssertionError } from "node:assert";
import type { Schema } from "../routes/route-operations.ts";

const bodyCodes = ["invalid_json", "payload_too_large", "unsupported_media_type"];

interface Asked {
  method: string;
  path: string;
}

/**
 * Says what is wrong with an answer that the document does not promise: a status or an error code that its operation does not list, which a client
 * made from the document would not know. null: nothing; also where no operation is asked for.
 */
export function createDocumentCheck(openapi: object): (asked: Asked, status: number, body: unknown) => string | null {
  const operations = Object.entries((openapi as Schema)["paths"] as Schema)
    .filter(([path]) => path.startsWith("/api/v1/"))
    .flatMap(([path, methods]) => {
      const pattern = path.replace("/api/v1", "").replaceAll(/\{[^}]+\}/g, "[^/]+");
      return Object.entries(methods as Schema).map(([method, operation]) => ({
        method: method.toUpperCase(),
        test: new RegExp(`^/api(?:/v1)?${pattern.replaceAll(".", "\\.")}$`),
        // `/contacts/tags` goes before `/contacts/{id}`, as the router has it.
        parameters: path.split("{").length,
        operation: operation as Schema,
      }));
    })
    .sort((a, b) => a.parameters - b.parameters);
  const shared = (openapi as { components?: { responses?: Schema } }).components?.responses;
  const resolved = (answer: Schema | undefined) =>
    typeof answer?.["$ref"] === "string"
      ? (shared?.[answer["$ref"].slice("#/components/responses/".length)] as Schema | undefined)
      : answer;
  return ({ method, path }, status, body) => {
    const plain = path.split(/[?#]/, 1)[0] as string;
    const found = operations.find((one) => one.method === method && one.test.test(plain));
    if (found === undefined) return null;
    const answer = resolved(found.operation["responses"][status] as Schema | undefined);
    const code = (body as { error?: { code?: unknown } } | null)?.error?.code;
    // To a body where the document has none: whoever goes by it sends none.
    if (found.operation["requestBody"] === undefined && bodyCodes.includes(code as string)) return null;
    if (answer === undefined) return `${found.operation["operationId"]} answered ${status} ${code ?? ""}, which openapi.json does not list`;
    if (status < 400 || typeof code !== "string" || String(answer["description"]).includes(`\`${code}\``)) return null;
    return `${found.operation["operationId"]} answered ${status} with ${code}, which openapi.json does not list there`;
  };
}

export function refuseUndocumented(
  check: ReturnType<typeof createDocumentCheck>,
  asked: Asked,
  answer: { status: number; body: unknown },
): void {
  const problem = check(asked, answer.status, answer.body);
  if (problem !== null) throw new AssertionError({ message: problem });
}
