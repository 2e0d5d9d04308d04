/** Where an id can occur in a request. */
import type { Kind } from "../fixtures/fixture-kinds.ts";
import { idNames, idNamesOf, kindOfId, listedIds, nestedNames, plainNames, platformNames } from "./route-names.ts";
import { type Operation, type Schema, Uncovered } from "./route-operations.ts";

/** Where an id occurs, and what it is an id of. `path` of a place in the body: the keys that lead to it; "[]" for an array. */
export type Place =
  | { in: "path"; name: string; kind: Kind }
  | { in: "query"; name: string; kind: Kind | "cursor" }
  | { in: "body"; path: string[]; kind: Kind };

export function placesOf(operation: Operation): Place[] {
  const places: Place[] = [];
  for (const name of operation.pathNames) {
    // A number within the resource of {id}: it refers to nothing by itself.
    if (name === "version") continue;
    const kind = name === "id" ? kindOfId(operation) : nestedNames[name];
    if (kind === undefined)
      throw new Uncovered(`${operation.id}: path parameter {${name}} names nothing the route table knows (test/routes/route-names.ts)`);
    places.push({ in: "path", name, kind });
  }
  for (const { name, schema } of operation.query) {
    const kind = idNamesOf[operation.id]?.[name] ?? idNames[name];
    if (kind !== undefined) places.push({ in: "query", name, kind });
    else if (mayHoldText(schema) && !plainNames.has(name))
      throw new Uncovered(`${operation.id}: query parameter ${name} may hold an id: name it in test/routes/route-names.ts`);
  }
  if (operation.body !== undefined) collect(operation, operation.body, [], places);
  return places;
}

function collect(operation: Operation, schema: Schema, path: string[], places: Place[]): void {
  for (const [name, field] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>)) {
    const here = [...path, name];
    const spelled = here.filter((part) => part !== "[]").join(".");
    if (listedIds.has(`${operation.id} ${spelled}`) || platformNames.has(spelled)) continue;
    const kind = idNames[name];
    if (kind !== undefined && kind !== "cursor") {
      places.push({ in: "body", path: field["items"] === undefined ? here : [...here, "[]"], kind });
      continue;
    }
    const options = [field, ...((field["anyOf"] ?? []) as Schema[])];
    let structured = false;
    for (const option of options) {
      if (option["properties"] !== undefined) {
        structured = true;
        collect(operation, option, here, places);
      }
      if (option["items"]?.properties !== undefined) {
        structured = true;
        collect(operation, option["items"], [...here, "[]"], places);
      }
    }
    const free = options.some(
      (option) =>
        mayHoldText(option) ||
        (option["items"] !== undefined && mayHoldText(option["items"])) ||
        option["additionalProperties"] !== undefined ||
        (option["type"] === "array" && option["items"] === undefined),
    );
    if ((free || !structured) && options.some((o) => mayHoldText(o) || mayHoldAnything(o)) && !plainNames.has(spelled)) {
      throw new Uncovered(`${operation.id}: body field ${spelled} may hold an id: name it in test/routes/route-names.ts`);
    }
  }
}

function mayHoldText(schema: Schema): boolean {
  const types = [schema["type"]].flat();
  return (
    types.includes("string") &&
    schema["enum"] === undefined &&
    schema["const"] === undefined &&
    schema["format"] !== "date-time" &&
    schema["pattern"] === undefined
  );
}

function mayHoldAnything(schema: Schema): boolean {
  if ([schema["type"]].flat().includes("array")) return schema["items"] === undefined || mayHoldText(schema["items"]);
  if (schema["additionalProperties"] === true || typeof schema["additionalProperties"] === "object") return true;
  return (
    schema["type"] === undefined &&
    schema["anyOf"] === undefined &&
    schema["enum"] === undefined &&
    schema["const"] === undefined &&
    schema["properties"] === undefined
  );
}

/** Kinds that are nested in another resource, and the parent's kind. */
export const parentKinds = { delivery: "webhook", replay: "webhook", stage: "pipeline", template: "channel" } as const;
type NestedKind = keyof typeof parentKinds;

/** For a path with a nested resource: the inner one. */
export function nestedPlace(operation: Operation): { name: string; kind: NestedKind } | undefined {
  return placesOf(operation).find((place) => place.in === "path" && place.name !== "id" && place.kind !== "queue") as
    | { name: string; kind: NestedKind }
    | undefined;
}
