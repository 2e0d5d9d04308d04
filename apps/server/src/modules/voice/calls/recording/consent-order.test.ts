import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createConsent, type RecordingMode } from "./consent.ts";

const words = { announcement: "This call is recorded.", question: "May we record it?" };

/** The consent in one call. `opened`: its line was heard. */
function consentOf(mode: RecordingMode, given: Partial<typeof words> = {}) {
  const reported: string[] = [];
  const waits: (() => void)[] = [];
  const consent = createConsent(
    mode,
    { ...words, ...given },
    {
      begin: () => reported.push("begin"),
      withdraw: () => reported.push("withdraw"),
      later(_ms, run) {
        waits.push(run);
        return () => undefined;
      },
      recordAnswer: (how) => reported.push(how),
      report: (_error, what) => reported.push(what),
    },
  );
  return {
    consent,
    reported,
    timeout: () => waits.shift()?.(),
    opened: () => consent.opened(`${words.announcement} Hello. ${words.question}`),
  };
}

describe("a no during the opening", () => {
  for (const mode of ["announced", "asked"] as const)
    for (const [what, refuse] of [
      ["said", (consent: ReturnType<typeof createConsent>) => consent.callerSaid("Stop!")],
      ["pressed", (consent: ReturnType<typeof createConsent>) => consent.pressed("2")],
    ] as const)
      it(`is final where the caller is ${mode === "asked" ? "asked" : "told"}: ${what}`, async () => {
        const { consent, reported, opened } = consentOf(mode);
        refuse(consent);
        opened();
        assert.equal(consent.pressed("1"), false);
        assert.equal((await consent.answered(true)).outcome, "refused");
        assert.equal(consent.isRecording(), false);
        assert.equal(consent.outcome(), "no_consent");
        assert.equal(reported.includes("begin"), false);
      });

  it("is unnecessary against key 1, which starts no recording before the question was heard", () => {
    const { consent, reported } = consentOf("asked");
    assert.equal(consent.pressed("1"), false);
    assert.deepEqual(reported, []);
  });
});

describe("an answer that is not transcribed in time", () => {
  it("is unknown, whatever the caller said before", async () => {
    const { consent, reported, timeout, opened } = consentOf("asked");
    opened();
    consent.callerBegan();
    consent.callerSaid("Hello?");
    consent.callerBegan();
    const answered = consent.answered(true);
    timeout();
    assert.equal((await answered).outcome, "not_heard");
    consent.callerSaid("Eher nicht");
    assert.equal((await consent.answered(true)).outcome, "not_clear");
    assert.deepEqual(reported, []);
  });

  it("is unknown if transcribing it failed", async () => {
    const { consent, reported, timeout, opened } = consentOf("asked");
    opened();
    consent.callerBegan();
    consent.callerSaid("Hello?");
    consent.callerBegan();
    consent.callerSaid("");
    const answered = consent.answered(true);
    timeout();
    assert.equal((await answered).outcome, "not_heard");
    assert.deepEqual(reported, []);
  });

  it("counts if it arrives while the model's decision is waiting for it", async () => {
    const { consent, reported, opened } = consentOf("asked");
    opened();
    consent.callerBegan();
    const answered = consent.answered(true);
    consent.callerSaid("Yes");
    assert.equal((await answered).outcome, "recording");
    assert.deepEqual(reported, ["begin"]);
  });
});

it("a line without any letters is never spoken", () => {
  const { consent, reported, opened } = consentOf("announced", { announcement: "…" });
  opened();
  assert.equal(consent.isRecording(), false);
  assert.deepEqual(reported, ["a call is not recorded: the model did not say the required words"]);
});
