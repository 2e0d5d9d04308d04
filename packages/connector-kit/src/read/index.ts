export { classifyFailure, readResponse, repeatable } from "./response.ts";
export { contentHash } from "./content-hash.ts";
export { instantOf } from "./instant.ts";
export {
  type Json,
  asObject,
  camelKeys,
  cleanJson,
  cleanText,
  compact,
  idAt,
  idOf,
  integerOf,
  listAt,
  listOf,
  objectAt,
  own,
  textAt,
  textOf,
} from "./read.ts";
