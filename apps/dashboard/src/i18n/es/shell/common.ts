import type { common as en } from "../../en/shell/common.ts";
import type { TranslationOf } from "../../messages.ts";

export const common: TranslationOf<typeof en> = {
  "common.cancel": "Cancelar",
  "common.save": "Guardar",
  "common.saved": "Guardado",
  "common.delete": "Eliminar",
  "common.close": "Cerrar",
  "common.back": "Volver",
  "common.copied": "Copiado",
  "common.retry": "Reintentar",
  "common.undo": "Deshacer",
  "common.loading": "Cargando",
  "common.yes": "Sí",
  "common.no": "No",
  "common.none": "Ninguno",
  "common.more": "Más",
  "common.optional": "opcional",
  "error.title": "No se pudo cargar",
  "error.reference": "Indica {reference} cuando contactes con soporte.",
  "error.network": "El servidor no respondió. Comprueba tu conexión.",
  "error.forbidden": "No tienes acceso a esta página",
  "error.forbidden.text": "Tu rol en {organization} no lo permite. Consulta a un propietario o a un administrador.",
  "error.notFound": "Página no encontrada",
  "error.notFound.text": "Se eliminó o la dirección es incorrecta.",
  "error.unexpected": "Algo falló de nuestro lado.",
  "error.toInbox": "Ir a la bandeja de entrada",
};
