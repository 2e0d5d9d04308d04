import { blanked, leftOut, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("platform/idempotency", {
  idempotency_keys: {
    holds: "answers of writes with an idempotency key",
    personal: "both",
    onContactErasure: blanked("the stored answer; the key stays, so that a late repetition has no effect", "key body", "fingerprint"),
    onExport: leftOut("stored answers, some with a secret that is shown once"),
    keptFor: "72 hours",
    alsoWrittenBy: {
      "inbox/messages": "a batch claims and answers the keys of its requests in its own statements",
      "administration/maintenance": "deletes expired rows",
    },
  },
});
