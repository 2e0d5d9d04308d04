/** The beginning of a file of each type that a channel takes, by the type it is known as. */
export const samplesOfMedia: ReadonlyMap<string, { filename: string; bytes: Buffer }> = new Map([
  ["image/jpeg", sample("a.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), latin("JFIF\0"))],
  [
    "image/png",
    sample(
      "a.png",
      Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64"),
    ),
  ],
  ["image/gif", sample("a.gif", latin("GIF89a"))],
  ["image/webp", sample("a.webp", riff("WEBPVP8L"))],
  ["video/mp4", sample("a.mp4", box("isom"))],
  ["video/3gpp", sample("a.3gp", box("3gp4"))],
  ["video/quicktime", sample("a.mov", box("qt  "))],
  ["video/x-msvideo", sample("a.avi", riff("AVI LIST"))],
  ["video/webm", sample("a.webm", Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x84]), latin("webm"))],
  ["video/ogg", sample("a.ogv", ogg("\x80theora"))],
  ["audio/ogg", sample("a.ogg", ogg("OpusHead"))],
  ["audio/aac", sample("a.aac", Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0x1f, 0xfc]))],
  ["audio/amr", sample("a.amr", latin("#!AMR\n"))],
  ["audio/mpeg", sample("a.mp3", latin("ID3\x03\0\0\0\0\0\0"), Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(600))],
  ["audio/mp4", sample("a.m4a", box("M4A "))],
  ["audio/wav", sample("a.wav", riff("WAVEfmt "))],
  ["application/pdf", sample("a.pdf", latin("%PDF-1.7\n"))],
  ["text/plain", { filename: "a.txt", bytes: latin("Hello\n") }],
  ["text/csv", { filename: "a.csv", bytes: latin("a,b\n1,2\n") }],
  ["application/msword", sample("a.doc", compound())],
  ["application/vnd.ms-excel", sample("a.xls", compound(), latin("xls"))],
  ["application/vnd.ms-powerpoint", sample("a.ppt", compound(), latin("ppt"))],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", openXml("a.docx", "wordprocessingml.document")],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", openXml("a.xlsx", "spreadsheetml.sheet")],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", openXml("a.pptx", "presentationml.presentation")],
]);

function sample(filename: string, ...parts: Buffer[]) {
  return { filename, bytes: Buffer.concat([...parts, Buffer.alloc(64)]) };
}

function latin(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

function box(brand: string): Buffer {
  return latin(`\0\0\0\x20ftyp${brand}`);
}

function riff(form: string): Buffer {
  return latin(`RIFF\0\x01\0\0${form}`);
}

function ogg(codec: string): Buffer {
  return Buffer.concat([latin("OggS\0\x02"), Buffer.alloc(20), Buffer.from([1, 0x1e]), latin(codec)]);
}

function compound(): Buffer {
  return Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
}

/** A zip whose first entry, stored as it is, says what the others are. */
function openXml(filename: string, kind: string) {
  const name = latin("[Content_Types].xml");
  const content = latin(`<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`);
  const head = Buffer.alloc(30);
  head.write("PK\x03\x04", "latin1");
  head.writeUInt16LE(20, 4);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return sample(filename, head, name, content);
}

/** A small picture of the tenant of a key; its id. */
export async function uploadPicture(url: string, key: string, type = "image/png"): Promise<string> {
  const { filename, bytes } = samplesOfMedia.get(type) as { filename: string; bytes: Buffer };
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(bytes)]), filename);
  const answer = await fetch(`${url}/api/v1/media`, { method: "POST", headers: { authorization: `Bearer ${key}` }, body: form });
  const { id } = (await answer.json()) as { id: string };
  return id;
}
