import { invalidField } from "#platform/errors/app-error.ts";

/** Where a browser may be redirected after an authorisation: this server's own address, and origins listed by the operator. */
export interface RedirectTargets {
  /** The normalised address. Throws validation_error. */
  check(url: string): string;
}

export function createRedirectTargets(options: { publicUrl: () => string; allow: string }): RedirectTargets {
  const allowed = options.allow
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry) => new URL(entry).origin);
  return {
    check(text) {
      const url = URL.parse(text);
      if (url === null) throw invalidField("redirectUri", "invalid_format", "redirectUri must be an absolute URL.");
      const known = [new URL(options.publicUrl()).origin, ...allowed];
      const plain = (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "";
      if (!plain || !known.includes(url.origin))
        throw invalidField("redirectUri", "not_allowed", "redirectUri must be on PUBLIC_URL or on an origin in CONNECT_REDIRECT_ALLOW.");
      return url.href;
    },
  };
}
