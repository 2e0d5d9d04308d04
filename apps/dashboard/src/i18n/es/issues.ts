import type { issues as en } from "../en/issues.ts";
import type { TranslationOf } from "../messages.ts";

export const issues: TranslationOf<typeof en> = {
  "issue.required": "Completa este campo.",
  "issue.invalid_type": "Este valor no es del tipo esperado.",
  "issue.too_long": "Es demasiado largo.",
  "issue.too_short": "Es demasiado corto.",
  "issue.too_many": "Son demasiados.",
  "issue.too_many.limit": "Tu plan permite {limit}.",
  "issue.invalid_format": "No tiene el formato esperado.",
  "issue.out_of_range": "Está fuera de lo permitido.",
  "issue.unknown_value": "No es una de las opciones.",
  "issue.template_required": "Ahora solo se puede enviar una plantilla.",
  "issue.missing_scope": "Tu rol no incluye esto.",
  "issue.exists": "Ya está en uso.",
  "issue.unknown": "Este campo no existe.",
  "issue.not_found": "Ya no existe.",
  "issue.not_allowed": "Aquí no está permitido.",
  "issue.duplicate": "Está repetido.",
  "issue.private_address": "No se puede acceder a esta dirección desde internet.",
};
