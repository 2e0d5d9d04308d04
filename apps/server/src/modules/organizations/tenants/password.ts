import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import { normalForm } from "#platform/text/normal.ts";

const deriveNow = promisify(argon2);

/** A flood of sign-ins must leave the other cores, and memory, to signed-in users. */
const atOnceMax = Math.max(1, Math.floor(availableParallelism() / 2));
const waitingMax = 200;
let running = 0;
const waiting: (() => void)[] = [];

/** Throws service_unavailable if too many are already waiting. */
async function derive(algorithm: "argon2id", parameters: Parameters<typeof argon2>[1]): Promise<Buffer> {
  if (running >= atOnceMax) {
    if (waiting.length >= waitingMax) throw new AppError("service_unavailable", { retryAfterSeconds: 2 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await deriveNow(algorithm, parameters);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** OWASP Password Storage Cheat Sheet, first choice for argon2id (read 2026-11-20): 19 MiB, 2 passes, 1 lane. */
const usualCost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagBytes = 32;
const saltBytes = 16;
export const passwordLength = { min: 8, max: 256 };

// Limits what a stored hash may request, so that a damaged row cannot exhaust memory.
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Throws validation_error for a password shorter than 8 or longer than 256 characters. */
export function checkPasswordLength(password: string): void {
  const length = [...password].length;
  if (length < passwordLength.min)
    throw invalidField("password", "too_short", `A password must have at least ${passwordLength.min} characters.`);
  if (length > passwordLength.max)
    throw invalidField("password", "too_long", `A password can have at most ${passwordLength.max} characters.`);
}

/**
 * The PHC string of a password: parameters, salt and tag, so that the cost can be raised later. About 20 ms on a pool
 * thread.
 */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const nonce = randomBytes(saltBytes);
  const tag = await derive("argon2id", { ...cost, message: bytesOf(password), nonce, tagLength: tagBytes });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plainBase64(nonce)}$${plainBase64(tag)}`;
}

/** Whether the PHC string was made from this password. Throws for a string that is not one of ours. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = PHC.exec(stored);
  if (match === null) throw new Error("the stored password hash cannot be read");
  const [, memory, passes, parallelism, salt, tag] = match as unknown as [string, string, string, string, string, string];
  const expected = Buffer.from(tag, "base64");
  const actual = await derive("argon2id", {
    message: bytesOf(password),
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

/** Used for an unknown user, so that verifying takes as long as for a known one. */
let dummyHash: Promise<string> | undefined;

/** Like verifyPassword; null stands for an unknown user, which takes as long and returns false. */
export async function verifyPasswordOf(password: string, stored: string | null): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(16).toString("hex"));
  const right = await verifyPassword(password, stored ?? (await dummyHash));
  return right && stored !== null;
}

/** NFKC: the same password typed on two keyboards gives the same bytes (NIST SP 800-63B, 3.1.1.2). */
function bytesOf(password: string): Buffer {
  return Buffer.from(normalForm("NFKC", password), "utf8");
}

function plainBase64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/={1,2}$/, "");
}
