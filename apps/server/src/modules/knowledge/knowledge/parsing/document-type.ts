export type DocumentType = "html" | "markdown" | "text" | "csv" | "pdf" | "docx";

const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const byMimeType = new Map<string, DocumentType>([
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["text/markdown", "markdown"],
  ["text/x-markdown", "markdown"],
  ["text/csv", "csv"],
  ["application/pdf", "pdf"],
  ["application/x-pdf", "pdf"],
  [docxType, "docx"],
]);
const byExtension = new Map<string, DocumentType>([
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["csv", "csv"],
]);

/** A content's format; null: it cannot be read. For plain text the file name distinguishes Markdown and tables. */
export function documentType(mimeType: string | null, filename: string | null): DocumentType | null {
  const type = mimeType?.split(";")[0]?.trim().toLowerCase() ?? "";
  const known = byMimeType.get(type);
  if (known !== undefined) return known;
  if (type !== "text/plain") return null;
  return byExtension.get(/\.([a-z0-9]{1,8})$/i.exec(filename ?? "")?.[1]?.toLowerCase() ?? "") ?? "text";
}

/**
 * A page's format: by its first bytes if they are conclusive, otherwise the server's content type, otherwise HTML if it
 * looks like it.
 */
export function pageType(contentType: string | undefined, path: string, bytes: Buffer): DocumentType | null {
  if (bytes.subarray(0, 1_024).includes("%PDF-")) return "pdf";
  const isZip = bytes.subarray(0, 4).toString("latin1") === "PK\x03\x04";
  if (isZip) return contentType?.startsWith(docxType) || /\.docx$/i.test(path) ? "docx" : null;
  const found = documentType(contentType ?? null, path);
  if (found === "pdf" || found === "docx") return null;
  if (found !== null || contentType !== undefined) return found;
  return /<(?:!doctype html|html|head|body)\b/i.test(bytes.subarray(0, 1_024).toString("latin1")) ? "html" : null;
}
