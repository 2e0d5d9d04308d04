import { createHash, timingSafeEqual } from "node:crypto";

/** The platform's GET when a callback URL or its token is edited: the challenge is returned as the whole body. */
export function answerHandshake(query: Record<string, string | undefined>, verifyToken: string | undefined) {
  const challenge = query["hub.challenge"];
  const right =
    query["hub.mode"] === "subscribe" &&
    typeof challenge === "string" &&
    challenge !== "" &&
    challenge.length <= 1_000 &&
    typeof verifyToken === "string" &&
    verifyToken !== "" &&
    sameText(query["hub.verify_token"], verifyToken);
  return right ? { status: 200, contentType: "text/plain", body: challenge } : { status: 403, contentType: "text/plain", body: "" };
}

/** Hashing first makes the lengths equal, which the constant-time comparison needs. */
function sameText(input: unknown, expected: string): boolean {
  if (typeof input !== "string") return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(input), digest(expected));
}
