import type { Composer, MailContent } from "#modules/people/mail/index.ts";
import { mintToken } from "#platform/auth/session-token.ts";
import * as queries from "./emails.queries.ts";

/** Mails about addresses. The token is created with its mail: only its hash is stored. */
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
        "The link works for one day. If you have no account, ignore this e-mail.",
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
        "Someone asked to change the address of their account to this one. If it was you, confirm the change: sign in to that account, or enter its password.",
        "The link works for one day. If you did not ask for this, ignore this e-mail. Someone probably mistyped their address, and nothing changes.",
      ],
      action: { label: "Confirm the new address", path: "/confirm-email", token, endpoint: "POST /api/v1/auth/email/confirm" },
    };
  },
  email_change_notice: async (query, mail, now) => {
    const row = await queries.findOwnEmail(query, mail.aboutId, now);
    if (row === null || row.pending_email === null || row.email !== mail.recipient) return null;
    return {
      subject: "Your e-mail address is about to change",
      paragraphs: [
        `Someone who knows your password asked to change the address of your account to ${row.pending_email}. Nothing changes until they open the link that we sent there and confirm.`,
        "If it was not you, choose a new password now. That also cancels the change.",
      ],
    };
  },
  email_changed: async () => ({
    subject: "Your e-mail address was changed",
    paragraphs: [
      "The address of your account was changed. From now on, sign in with the new address. This address no longer receives our e-mails.",
      "If it was not you, contact an administrator of your organization now.",
    ],
  }),
} satisfies Record<string, Composer>;

const addressInUse: MailContent = {
  subject: "You already have an account",
  paragraphs: [
    "Someone, perhaps you, wanted to use this address for their account. An account already uses it, so nothing changes.",
    "If you meant this account, sign in with this address. If it was not you, ignore this e-mail.",
  ],
};
