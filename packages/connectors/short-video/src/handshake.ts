/** No challenge is documented; a plain GET of the callback address, should the platform try one, wants a 200. */
export function answerHandshake() {
  return { status: 200, contentType: "text/plain", body: "" };
}
