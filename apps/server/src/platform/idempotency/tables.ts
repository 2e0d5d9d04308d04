import { blanked, leftOut, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("platform/idempotency", {
  idempotency_keys: {
    holds: "answers of writes that carried an idempotency key",
    personal: "both",
    onContactErasure: blanked("the stored answer; the key stays, so that a late repetition does nothing", "key body", "fingerprint"),
    onExport: leftOut("answers as they were sent, some with a secret that is shown once"),
    keptFor: "72 hours",
    alsoWrittenBy: {
      "inbox/messages": "a batch claims and answers the keys of its requests in its own statements",
      "administration/maintenance": "removes what is past its time",
    },
  },
});
