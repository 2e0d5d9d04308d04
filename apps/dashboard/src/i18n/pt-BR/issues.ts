import type { issues as en } from "../en/issues.ts";
import type { TranslationOf } from "../messages.ts";

/** The texts of `details[].issue`, as a field's error. */
export const issues: TranslationOf<typeof en> = {
  "issue.required": "Preencha este campo.",
  "issue.invalid_type": "O tipo deste valor está errado.",
  "issue.too_long": "É longo demais.",
  "issue.too_short": "É curto demais.",
  "issue.too_many": "São itens demais.",
  "issue.too_many.limit": "Seu plano permite {limit}.",
  "issue.invalid_format": "Não está no formato esperado.",
  "issue.out_of_range": "Está fora do permitido.",
  "issue.unknown_value": "Esta não é uma das opções.",
  "issue.template_required": "Só um modelo pode ser enviado agora.",
  "issue.missing_scope": "Sua função não inclui isto.",
  "issue.exists": "Já está em uso.",
  "issue.unknown": "Este campo não existe.",
  "issue.not_found": "Isto não existe mais.",
  "issue.not_allowed": "Não é permitido aqui.",
  "issue.duplicate": "Aparece duas vezes.",
  "issue.private_address": "Este endereço não pode ser acessado pela internet.",
};
