/**
 * Names by which a machine addresses itself; an external page that points its own name here (DNS rebinding) still sends
 * that name.
 */
const localNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** For a socket's peer. Proves little: a reverse proxy on this machine has such an address too. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127\./.test(address) || address === "::1";

/** For a Host header. */
export const namesThisMachine = (host: string | undefined): boolean => localNames.has((host ?? "").replace(/:\d+$/, "").toLowerCase());

export const isLocalUrl = (url: string): boolean => localNames.has(new URL(url).hostname);
