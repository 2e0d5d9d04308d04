import { errorTable, no, retry, stop } from "@parley/connector-kit/graph";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * The table of channel-protocols.md 3.8 as data, code and subcode together. A test checks that no code appears twice.
 */
export const errors = errorTable([
  [[0, 190], stop("credentials", "channel", "channel_not_connected", "token invalid or expired: authorise again")],
  [[3, 10, [200, 299]], no("channel", "permission or capability missing: reconnect, or the platform's app review")],
  [["200/2534041"], no("channel", "the owner switched off access to messages for connected tools: switch it on in the app")],
  [["10/2534022", "10/2018278"], no("recipient", "outside the window: only the customer can open it again", "window_closed")],
  [["10/1893063"], no("channel", "the account is restricted from messaging for some time: a person must look")],
  [[1, 2, 1200], retry("message", undefined, "trouble at the platform: back off, a few times")],
  [["1/1357046"], stop("unknown", "message", "provider_error", "seen although the message went out: its echo will tell")],
  [[4, 17, 32], retry("account", 2 * MINUTE, "call limit of the app, user or page: slow down everything")],
  [[613], retry("channel", 10 * SECOND, "send rate of the account")],
  [[100], no("message", "bad parameter (length, media, tag): our bug, or the input")],
  [["100/2534014", "100/2018001"], no("recipient", "no such user for this account", "recipient_invalid")],
  [["100/2534029", 551], no("recipient", "the person cannot be messaged: blocked us, or left", "recipient_invalid")],
  [["100/2018047"], no("message", "the media address could not be fetched: look at PUBLIC_URL, then once more")],
  [["100/2018109"], no("message", "the media is of the wrong type or too large")],
  [[368], no("account", "blocked for policy reasons")],
]);
