import { AppError, type ErrorDetail } from "../../errors/app-error.ts";

const detailsMax = 20;
/** Values of a body that are searched: as many as there are ids in the largest body. */
const visitsMax = 50_000;

/** Names of fields that hold references. Others may contain such an id by chance: a text, a name. */
const reference = /(^id|Id|_id|^ids|Ids|^mentions|^moveTo|^actor|^after)$/;

interface Sent {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * A verb that looks an id up does not know where it was in the request. This finds the place, so that a 404 caused by a
 * body or a filter names its field. A missing resource of the path is not a field; its response is like any other 404.
 */
export function nameMissing(error: unknown, sent: Sent): unknown {
  if (!(error instanceof AppError) || error.code !== "not_found" || error.details !== undefined || error.missing.length === 0) return error;
  const missing = new Set(error.missing);
  if (Object.values((sent.params ?? {}) as object).some((value) => missing.has(value))) return error;
  const found = [...find(sent.query, missing), ...find(sent.body, missing)];
  const references = found.filter(({ name }) => reference.test(name));
  const details: ErrorDetail[] = (references.length > 0 ? references : found)
    .slice(0, detailsMax)
    .map(({ path }) => ({ field: path, issue: "not_found" }));
  if (details.length === 0) return error;
  const fields = details.map(({ field }) => field).join(", ");
  return new AppError("not_found", { message: `No such resource in this tenant: ${fields}.`, details, cause: error });
}

/** Where the values occur; `name` is the field's, also for an item of its list. */
function find(within: unknown, names: ReadonlySet<string>): { path: string; name: string }[] {
  const found: { path: string; name: string }[] = [];
  let looks = 0;
  const visit = (value: unknown, path: string, name: string): void => {
    if (++looks > visitsMax || found.length >= detailsMax) return;
    if (typeof value === "string") {
      if (names.has(value)) found.push({ path, name });
    } else if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) visit(item, `${path}[${i}]`, name);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) visit(item, path === "" ? key : `${path}.${key}`, key);
    }
  };
  visit(within, "", "");
  return found;
}
