import "../../../../../styles/screens/inbox/received.css";
import { ExternalLink } from "lucide-react";
import type { ReceivedContent, ReceivedReferral, ReceivedStory } from "@parley/sdk";
import { useMinute } from "../../../../../api/useMinute.ts";
import { useI18n } from "../../../../../i18n/i18n.tsx";
import { webAddress } from "./web-address.ts";
import { referralFacts } from "./referral-facts.ts";

/** Above a message: the story, the post, the product or the ad that it is about. */
export function MessageSource({ content: { story, share, product, referral } }: { content: ReceivedContent }) {
  const { t } = useI18n();
  return (
    <>
      {story !== undefined && <Story story={story} />}
      {share !== undefined && (
        <Source
          label={t(share.kind === "reel" ? "message.share.reel" : "message.share")}
          url={webAddress(share.url)}
          details={[share.title]}
        />
      )}
      {product !== undefined && <Source label={t("message.product")} url={null} details={[product.productRetailerId]} />}
      {referral !== undefined && <Referral referral={referral} />}
    </>
  );
}

/** A platform removes a story after a day: then there is nothing to open. */
function Story({ story: { kind, url, expiresAt } }: { story: ReceivedStory }) {
  const { t } = useI18n();
  const nowMs = useMinute();
  const gone = expiresAt !== undefined && Date.parse(expiresAt) <= nowMs;
  return <Source label={t(`message.story.${kind}`)} url={gone ? null : webAddress(url)} details={[]} />;
}

export function Referral({ referral }: { referral: ReceivedReferral }) {
  const { t } = useI18n();
  const { title, body, ref, url } = referralFacts(referral);
  return (
    <Source label={t("message.referral")} url={url} details={[title, body, ref === null ? null : t("message.referral.ref", { ref })]} />
  );
}

function Source({ label, url, details }: { label: string; url: string | null; details: unknown[] }) {
  return (
    <span className="message-source">
      {url === null ? (
        <span>{label}</span>
      ) : (
        <a className="link" href={url} target="_blank" rel="noopener noreferrer">
          {label}
          <ExternalLink className="icon icon-12" aria-hidden />
        </a>
      )}
      {/* The platform's members are passed on unchecked: only texts are shown. */}
      {[...new Set(details)].map((detail) => typeof detail === "string" && detail !== "" && <bdi key={detail}>{detail}</bdi>)}
    </span>
  );
}
