import type { pipelineSettings as en } from "../../en/settings/pipeline-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipelineSettings: TranslationOf<typeof en> = {
  "settings.sales": "المبيعات",
  "settings.pipelines": "مسارات المبيعات",
  "pipelines.new": "مسار جديد",
  "pipelines.new.hint": "يبدأ بست مراحل شائعة يمكنك تغييرها.",
  "pipelines.stages": "المراحل",
  "pipelines.stagesOf": "مراحل {name}",
  "pipelines.default.hint": "يستقبل الصفقات التي لم يُختر لها مسار.",
  "pipelines.delete.text": "تُحذف مراحله أيضًا. لا يمكن حذف مسار فيه صفقات أو جهات اتصال في إحدى مراحله.",
  "pipelines.stage.new": "مرحلة جديدة",
  "pipelines.stage.newIn": "مرحلة جديدة في {name}",
  "pipelines.stage.up": "نقل {name} إلى أعلى",
  "pipelines.stage.down": "نقل {name} إلى أسفل",
  "pipelines.stage.kind": "الصفقات في هذه المرحلة",
  "pipelines.stage.kind.open": "مفتوحة",
  "pipelines.stage.kind.won": "مكسوبة",
  "pipelines.stage.kind.lost": "خاسرة",
  "pipelines.stage.probability": "احتمال الفوز",
  "pipelines.stage.probability.hint": "بالنسبة المئوية. يُرجَّح به مبلغ الصفقة في التوقعات.",
  "pipelines.stage.delete.text": "لا يمكن التراجع عن هذا.",
  "pipelines.stage.moveTo": "تنتقل صفقاتها وجهات اتصالها إلى",
  "pipelines.stage.moveTo.none": "لا شيء: المرحلة فارغة",
};
