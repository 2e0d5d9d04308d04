/** A form as the body of a request, with the content type that names its boundary: `multipart/form-data`, as `fetch` sends it. */
export async function formBody(form: FormData): Promise<{ contentType: string; bytes: Buffer }> {
  const encoded = new Response(form);
  return { contentType: encoded.headers.get("content-type") ?? "", bytes: Buffer.from(await encoded.arrayBuffer()) };
}

/** A file of a form. Node's buffers are never shared between threads, which their type leaves open. */
export const filePart = (bytes: Buffer, type: string): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
