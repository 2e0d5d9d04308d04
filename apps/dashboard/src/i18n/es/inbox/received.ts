import type { received as en } from "../../en/inbox/received.ts";
import type { TranslationOf } from "../../messages.ts";

export const received: TranslationOf<typeof en> = {
  "message.order": { one: "Pedido de {n} artículo", other: "Pedido de {n} artículos" },
  "message.order.whole": "Pedido",
  "message.order.unnamed": "Artículo sin nombre",
  "message.form": "Respuestas del formulario",
  "message.form.empty": "Sin respuestas",
  "message.callPermission": "Respondió si se le puede llamar",
  "message.callPermission.accept": "Permitió las llamadas",
  "message.callPermission.acceptUntil": "Permitió las llamadas hasta: {when}",
  "message.callPermission.permanent": "Permitió las llamadas de forma permanente",
  "message.callPermission.reject": "Rechazó las llamadas",
  "message.callPermission.automatic": "Establecido automáticamente por la plataforma",
  "message.story.mention": "Te mencionó en una historia",
  "message.story.share": "Compartió una historia",
  "message.story.reply": "Respondió a tu historia",
  "message.share": "Compartió una publicación",
  "message.share.reel": "Compartió un reel",
  "message.referral": "Llegó desde un anuncio o un enlace",
  "message.referral.ref": "Referencia: {ref}",
  "message.product": "Sobre un artículo",
};
