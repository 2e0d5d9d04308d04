import { ShoppingBag } from "lucide-react";
import type { ReceivedOrder } from "@parley/sdk";
import { useI18n } from "../../../../../i18n/i18n.tsx";
import { Line } from "../Line.tsx";
import { lineAmount, orderLines, orderTotal } from "./order-lines.ts";

/** What the customer ordered, with prices and their total as far as they are given. */
export function OrderBody({ order }: { order: ReceivedOrder }) {
  const { t, format } = useI18n();
  const lines = orderLines(order);
  const total = orderTotal(lines);
  if (lines.length === 0) return <Line icon={ShoppingBag} text={t("message.order.whole")} />;
  const title = t("message.order", { n: lines.length });
  return (
    <>
      <Line icon={ShoppingBag} text={title} />
      <ul className="order-lines" aria-label={title}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message's products never change their order
          <li key={index}>
            <span dir="auto">{line.name ?? t("message.order.unnamed")}</span>
            <bdi className="order-amount">{lineAmount(line, format)}</bdi>
          </li>
        ))}
        {total !== null && (
          <li className="order-total">
            <span>{t("orders.total")}</span>
            <bdi className="order-amount">{format.money(total.amount, total.currency)}</bdi>
          </li>
        )}
      </ul>
    </>
  );
}
