import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * Amazon's Signature Version 4 as a server verifies it, written from its specification ("Authenticating Requests: Using the Authorization
 * Header", Amazon S3 API Reference), without any client's code.
 */
export interface SignedRequest {
  method: string;
  /** As on the wire, with the query. */
  url: string;
  headers: IncomingHttpHeaders;
}

export type SignatureVerdict = { ok: true; payloadHash: string } | { ok: false; status: number; code: string };

const clockSkewMs = 15 * 60_000;

export function verifySignature(
  request: SignedRequest,
  credentials: { accessKeyId: string; secretAccessKey: string },
  region: string,
  now: number,
): SignatureVerdict {
  const refused = (code: string, status = 403): SignatureVerdict => ({ ok: false, status, code });
  const header = request.headers.authorization ?? "";
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header);
  if (match === null) return refused(header === "" ? "AccessDenied" : "AuthorizationHeaderMalformed", header === "" ? 403 : 400);
  const [, credential, signedHeaders, signature] = match as unknown as [string, string, string, string];
  const [accessKeyId, day, givenRegion, service, end] = credential.split("/");
  if (accessKeyId !== credentials.accessKeyId) return refused("InvalidAccessKeyId");
  if (givenRegion !== region || service !== "s3" || end !== "aws4_request") return refused("AuthorizationHeaderMalformed", 400);
  const at = String(request.headers["x-amz-date"] ?? "");
  const instant = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(now - instant) <= clockSkewMs) || !at.startsWith(day as string)) return refused("RequestTimeTooSkewed");
  const payloadHash = String(request.headers["x-amz-content-sha256"] ?? "");
  if (payloadHash === "") return refused("InvalidRequest", 400);
  const names = signedHeaders.split(";");
  // Headers that determine the request must be signed.
  const mustSign = Object.keys(request.headers).filter((name) => name === "host" || name.startsWith("x-amz-"));
  if (!mustSign.every((name) => names.includes(name))) return refused("AccessDenied");

  const [path = "/", query = ""] = request.url.split("?", 2);
  const canonical = [
    request.method,
    path,
    canonicalQuery(query),
    ...names.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? "")
          .trim()
          .replaceAll(/ +/g, " ")}`,
    ),
    "",
    signedHeaders,
    payloadHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", at, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const key = [day as string, region, "s3", "aws4_request"].reduce<Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  );
  const expected = createHmac("sha256", key).update(toSign).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex")) ? { ok: true, payloadHash } : refused("SignatureDoesNotMatch");
}

function canonicalQuery(query: string): string {
  if (query === "") return "";
  return query
    .split("&")
    .map((part) => (part.includes("=") ? part : `${part}=`))
    .sort()
    .join("&");
}
