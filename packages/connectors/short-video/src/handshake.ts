/** No challenge is documented; if the platform tries a plain GET of the callback URL, it expects a 200. */
export function answerHandshake() {
  return { status: 200, contentType: "text/plain", body: "" };
}
