/** Why a content cannot be read; a code of `sourceErrors`. */
export type UnreadableCode = "too_large" | "unreadable" | "encrypted";

/** A content that can never be read. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
