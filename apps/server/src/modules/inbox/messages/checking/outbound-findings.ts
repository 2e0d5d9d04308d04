import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import type { Issue } from "#platform/errors/catalog.ts";

/** Collects all problems of one message. */
export class Findings {
  readonly #invalid: ErrorDetail[] = [];
  readonly #unsupported: (ErrorDetail & { remedy: string })[] = [];

  /** For what no channel would accept. */
  addInvalid(field: string, issue: Issue): void {
    this.#invalid.push({ field, issue });
  }

  /** For what this channel does not accept. `remedy`: what it accepts instead, as a sentence. */
  addUnsupported(field: string, issue: Issue, remedy: string): void {
    this.#unsupported.push({ field, issue, remedy });
  }

  /**
   * Checks a text: a blank one counts as empty, which no platform accepts, and it must not exceed the channel's limit.
   */
  checkLength(field: string, value: string | undefined, max: number | undefined): void {
    if (value === undefined) return;
    if (value.trim() === "") return this.addInvalid(field, "too_short");
    if (max === undefined || !isLonger(value, max)) return;
    this.addUnsupported(field, "too_long", `This channel allows at most ${max} characters here.`);
  }

  has(field: string): boolean {
    return this.#invalid.some((found) => found.field === field) || this.#unsupported.some((found) => found.field === field);
  }

  /**
   * validation_error takes precedence over unsupported_by_channel: a message that is wrong in itself would be wrong on
   * any channel.
   */
  throwIfAny(): void {
    if (this.#invalid.length > 0) throw new AppError("validation_error", { details: this.#invalid });
    if (this.#unsupported.length === 0) return;
    throw new AppError("unsupported_by_channel", {
      message: this.#unsupported.map(({ field, remedy }) => `${field}: ${remedy}`).join(" "),
      details: this.#unsupported.map(({ field, issue }) => ({ field, issue })),
    });
  }
}

/** Counts code points. The cheap comparison comes first. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}
