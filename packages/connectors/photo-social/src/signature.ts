import { verifySignature as verifyOne } from "@parley/connector-kit/graph";

/**
 * Accepts any of the comma-separated secrets: the documentation of one login family does not say whether the secret of
 * the app or of its Instagram product signs (channel-protocols.md 3.3).
 */
export function verifySignature(input: {
  headers: Record<string, string | string[] | undefined>;
  rawBody: Buffer;
  secret: string;
}): boolean {
  const secrets = input.secret.split(",").map((secret) => secret.trim());
  return secrets.map((secret) => verifyOne({ ...input, secret })).includes(true);
}
