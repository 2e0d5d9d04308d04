/**
 * A platform's time to ISO. Unreadable or not after 1970: the time of receipt. In the future: clamped to it, so that
 * only our clock can open a window (channel-protocols.md 1.5).
 */
export function instantOf(epochMs: number | undefined, receivedAt: Date): string {
  const ms = epochMs ?? Number.NaN;
  return (ms > 0 && ms < receivedAt.getTime() ? new Date(ms) : receivedAt).toISOString();
}
