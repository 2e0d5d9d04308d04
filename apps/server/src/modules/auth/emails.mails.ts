import type { Composer, MailContent } from "#modules/mail/index.ts";
import { mintToken } from "#platform/auth/session-token.ts";
import * as queries from "./emails.queries.ts";

/** What is mailed about addresses. A token is made as its mail is: only its hash was ever stored. */
export const emailMails = {
  email_verification: async (query, mail, now) => {
    const { token, hash } = mintToken();
    const [row, proof] = [
      await queries.findOwnEmail(query, mail.aboutId, now),
      { userId: mail.aboutId, purpose: "verification" as const, email: mail.recipient, tokenHash: hash, now },
    ];
    const due = row !== null && row.email === mail.recipient && row.email_verified_at === null;
    if (!due || !(await queries.setProofToken(query, proof))) return null;
    return {
      subject: "Confirm your e-mail address",
      paragraphs: [
        "Please confirm that this is the address of your account.",
        "The link is good for one day. If you have no account, do nothing.",
      ],
      action: { label: "Confirm the address", path: "/confirm-email", token, endpoint: "POST /api/v1/auth/email/confirm" },
    };
  },
  email_change: async (query, mail, now) => {
    const owner = await queries.ownerOf(query, mail.recipient);
    if (owner !== null) return owner.id === mail.aboutId ? null : addressInUse;
    const { token, hash } = mintToken();
    const proof = { userId: mail.aboutId, purpose: "change" as const, email: mail.recipient, tokenHash: hash, now };
    if (!(await queries.setProofToken(query, proof))) return null;
    return {
      subject: "Confirm your new e-mail address",
      paragraphs: [
        "Somebody asked to sign in with this address from now on, in place of the one of their account. If it was you, confirm it: signed in to that account, or with its password.",
        "The link is good for one day. If you did not ask for this, ignore this mail: the address was probably mistyped, and nothing changes.",
      ],
      action: { label: "Confirm the new address", path: "/confirm-email", token, endpoint: "POST /api/v1/auth/email/confirm" },
    };
  },
  email_change_notice: async (query, mail, now) => {
    const row = await queries.findOwnEmail(query, mail.aboutId, now);
    if (row === null || row.pending_email === null || row.email !== mail.recipient) return null;
    return {
      subject: "Your e-mail address is to be changed",
      paragraphs: [
        `Somebody who knows your password asked that ${row.pending_email} becomes the address of your account. Nothing changes until the link that was sent there is confirmed.`,
        "If it was not you, choose a new password at once: that also takes the change back.",
      ],
    };
  },
  email_changed: async () => ({
    subject: "Your e-mail address was changed",
    paragraphs: [
      "The address of your account was changed; you sign in with the new one from now on. Mails come here no more.",
      "If it was not you, tell an administrator of your organization at once.",
    ],
  }),
} satisfies Record<string, Composer>;

const addressInUse: MailContent = {
  subject: "You have an account already",
  paragraphs: [
    "Somebody, perhaps you, wanted to make this the address of their account. It is the address of an account already, so nothing changes.",
    "If you meant this account, sign in with this address. If it was not you, do nothing.",
  ],
};
