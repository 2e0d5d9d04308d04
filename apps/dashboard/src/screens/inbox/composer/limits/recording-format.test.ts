import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { recordingFormat } from "./recording-format.ts";

const chatApp = ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"];
const photoSocial = ["audio/aac", "audio/mp4", "audio/wav"];
const firefox = (format: string) => format.startsWith("audio/ogg");
const safari = (format: string) => format.startsWith("audio/mp4");
const both = (format: string) => firefox(format) || safari(format);

describe("the format of a voice note", () => {
  it("is one that the browser records and the channel accepts", () => {
    assert.equal(recordingFormat(chatApp, both), "audio/ogg;codecs=opus");
    assert.equal(recordingFormat(photoSocial, both), "audio/mp4;codecs=mp4a.40.2");
    assert.equal(
      recordingFormat(photoSocial, (format) => format === "audio/mp4"),
      "audio/mp4",
    );
    assert.equal(recordingFormat(["audio/*"], firefox), "audio/ogg;codecs=opus");
  });

  it("is none where the two have none in common", () => {
    assert.equal(recordingFormat(photoSocial, firefox), undefined);
    assert.equal(recordingFormat(["audio/ogg"], safari), undefined);
    assert.equal(recordingFormat([], both), undefined);
  });

  it("is none where nothing can be recorded", () => {
    assert.equal(recordingFormat(chatApp), undefined);
  });
});
