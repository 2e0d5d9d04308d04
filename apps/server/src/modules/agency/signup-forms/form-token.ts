import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * The token that a form is served with and returns: when it was served (6 bytes of milliseconds), a nonce (16), and 16 bytes of HMAC-SHA256
 * over these and the form with its consent text, in base64url. It shows how long filling in the form took, and makes a repeated submission
 * count once.
 */
/** A change of the wording changes the tokens: the recorded consent is to the text that was shown. */
export interface TokenForm {
  id: string;
  consent_text: string | null;
}

export interface FormTokens {
  mint(form: TokenForm, now: Date): string;
  /** null: forged, damaged, of another form, or a day old. */
  read(token: string, form: TokenForm, now: Date): { nonce: Buffer; ageMs: number } | null;
}

const lifeMs = 86_400_000;
const bodyBytes = 22;
const macBytes = 16;

export function createFormTokens(key: Buffer, random: (size: number) => Buffer = randomBytes): FormTokens {
  const mac = (body: Buffer, form: TokenForm) =>
    createHmac("sha256", key)
      .update(body)
      .update(`${form.id}\0${form.consent_text ?? ""}`)
      .digest()
      .subarray(0, macBytes);
  return {
    mint(form, now) {
      const body = Buffer.alloc(bodyBytes);
      body.writeUIntBE(now.getTime(), 0, 6);
      random(16).copy(body, 6);
      return Buffer.concat([body, mac(body, form)]).toString("base64url");
    },
    read(token, form, now) {
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== bodyBytes + macBytes || bytes.toString("base64url") !== token) return null;
      const body = bytes.subarray(0, bodyBytes);
      if (!timingSafeEqual(mac(body, form), bytes.subarray(bodyBytes))) return null;
      const ageMs = now.getTime() - body.readUIntBE(0, 6);
      return ageMs > lifeMs ? null : { nonce: body.subarray(6), ageMs };
    },
  };
}
