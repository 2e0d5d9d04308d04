/** pg-copy-streams 7.0.0 has no types of its own; this is the part we use. */
declare module "pg-copy-streams" {
  import type { Readable, Writable } from "node:stream";
  import type { Submittable } from "pg";

  export function to(sql: string): Readable & Submittable & { rowCount: number };
  export function from(sql: string): Writable & Submittable & { rowCount: number };
}
