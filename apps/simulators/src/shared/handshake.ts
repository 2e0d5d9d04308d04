import { randomInt } from "node:crypto";
import { request } from "undici";

/** The platform's GET with `hub.challenge`; true when the whole body was the challenge, with 200. Never throws. */
export async function verifyCallback(url: string, verifyToken: string, timeoutMs = 10_000): Promise<boolean> {
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000));
  const address = new URL(url);
  address.searchParams.set("hub.mode", "subscribe");
  address.searchParams.set("hub.challenge", challenge);
  address.searchParams.set("hub.verify_token", verifyToken);
  try {
    const { statusCode, body } = await request(address, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
    return (await body.text()) === challenge && statusCode === 200;
  } catch {
    // Unreachable means not verified; the platform says no more than that either.
    return false;
  }
}
