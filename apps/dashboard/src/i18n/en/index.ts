import { first } from "./first.ts";
import { rest } from "./rest.ts";

/** Every text of the dashboard in English: the keys of all other languages. */
export const en = { ...first, ...rest };
