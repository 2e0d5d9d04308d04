import type { received as en } from "../../en/inbox/received.ts";
import type { TranslationOf } from "../../messages.ts";

export const received: TranslationOf<typeof en> = {
  "message.order": { one: "Pedido de {n} item", other: "Pedido de {n} itens" },
  "message.order.whole": "Pedido",
  "message.order.unnamed": "Item sem nome",
  "message.form": "Respostas do formulário",
  "message.form.empty": "Sem respostas",
  "message.callPermission": "Respondeu se você pode ligar",
  "message.callPermission.accept": "Permitiu ligações",
  "message.callPermission.acceptUntil": "Permitiu ligações até {when}",
  "message.callPermission.permanent": "Permitiu ligações permanentemente",
  "message.callPermission.reject": "Recusou ligações",
  "message.callPermission.automatic": "Definido automaticamente pela plataforma",
  "message.story.mention": "Mencionou você em um story",
  "message.story.share": "Compartilhou um story",
  "message.story.reply": "Respondeu ao seu story",
  "message.share": "Compartilhou uma publicação",
  "message.share.reel": "Compartilhou um reel",
  "message.referral": "Veio de um anúncio ou link",
  "message.referral.ref": "Referência: {ref}",
  "message.product": "Sobre um item",
};
