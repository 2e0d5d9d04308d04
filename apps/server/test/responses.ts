/** One-line checks of API responses. */
import assert from "node:assert/strict";

interface StatusAndBody {
  status: number;
  text: string;
  body: any;
}

/** The body of a response that must be 200. */
export async function ok(answer: Promise<StatusAndBody>): Promise<any> {
  const { status, text, body } = await answer;
  assert.equal(status, 200, text);
  return body;
}

/** Asserts a refusal's status and code, and the field and issue that it must name. */
export function refused(
  answer: Pick<StatusAndBody, "status" | "body">,
  status: number,
  code: string,
  field?: string,
  issue?: string,
): void {
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body));
  if (field !== undefined)
    assert.ok(
      answer.body.error.details?.some((d: any) => d.field === field && (issue === undefined || d.issue === issue)),
      JSON.stringify(answer.body),
    );
}
