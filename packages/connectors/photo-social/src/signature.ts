import { verifySignature as verifyOne } from "@parley/connector-kit/graph";

/**
 * With any of the secrets, which stand with commas between them: the documentation of one login family does not say whether
 * the app's or its Instagram product's secret signs (channel-protocols.md 3.3).
 */
export function verifySignature(input: {
  headers: Record<string, string | string[] | undefined>;
  rawBody: Buffer;
  secret: string;
}): boolean {
  const secrets = input.secret.split(",").map((secret) => secret.trim());
  return secrets.map((secret) => verifyOne({ ...input, secret })).includes(true);
}
