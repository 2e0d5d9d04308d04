/** Ajv as the server uses it, for the document's schemas: draft 2020-12, all errors, with formats. */
import { createRequire } from "node:module";

export type Validate = ((value: unknown) => boolean) & { errors?: unknown };

export interface Ajv {
  addSchema(schema: object, key: string): void;
  compile(schema: object): Validate;
}

const require = createRequire(import.meta.resolve("@fastify/ajv-compiler"));
const Ajv2020 = require("ajv/dist/2020") as { default: new (options: object) => Ajv };
const addFormats = require("ajv-formats") as { default: (ajv: Ajv) => void };

export function createValidator(): Ajv {
  const ajv = new Ajv2020.default({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv;
}
