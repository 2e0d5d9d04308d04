import "../../../../../styles/screens/inbox/received.css";
import { ExternalLink, Phone, PhoneOff } from "lucide-react";
import type { ReceivedCallPermission, ReceivedContent, ReceivedSharedPost } from "@parley/sdk";
import { useI18n } from "../../../../../i18n/i18n.tsx";
import { dayAndTime } from "../../../../../i18n/day-and-time.ts";
import { webAddress } from "./web-address.ts";
import { Line } from "../Line.tsx";
import { FormBody } from "./FormBody.tsx";
import { OrderBody } from "./OrderBody.tsx";

/** What a customer sent by a part of the platform's app: an order, a form, a post. A choice is the message's own text. */
export function ReceivedBody({ content: { order, form, formName, sharedPost, callPermission } }: { content: ReceivedContent }) {
  return (
    <>
      {order !== undefined && <OrderBody order={order} />}
      {form !== undefined && <FormBody form={form} name={formName ?? null} />}
      {sharedPost !== undefined && <SharedPost post={sharedPost} />}
      {callPermission !== undefined && <CallPermission permission={callPermission} />}
    </>
  );
}

function SharedPost({ post: { url, videoId } }: { post: ReceivedSharedPost }) {
  const { t } = useI18n();
  const address = webAddress(url);
  const parts = (
    <>
      <span className="document-glyph info">
        <ExternalLink className="icon" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block">{t("message.share")}</span>
        <bdi className="text-12 text-text-2" dir="ltr">
          {address === null ? videoId : new URL(address).host}
        </bdi>
      </span>
    </>
  );
  if (address === null) return <div className="document">{parts}</div>;
  return (
    <a className="document" href={address} target="_blank" rel="noopener noreferrer">
      {parts}
    </a>
  );
}

function CallPermission({ permission: { response, permanent, expiresAt, source } }: { permission: ReceivedCallPermission }) {
  const { t, format } = useI18n();
  const isAllowed = response === "accept";
  const text =
    response === "reject"
      ? t("message.callPermission.reject")
      : !isAllowed
        ? t("message.callPermission")
        : permanent === true
          ? t("message.callPermission.permanent")
          : expiresAt === undefined
            ? t("message.callPermission.accept")
            : t("message.callPermission.acceptUntil", { when: dayAndTime(format, expiresAt) });
  return (
    <>
      <Line icon={response === "reject" ? PhoneOff : Phone} text={text} />
      {source === "automatic" && <span className="block text-12 text-text-2">{t("message.callPermission.automatic")}</span>}
    </>
  );
}
