/** Preferred models as tags in a field: `provider · model` if a provider is given. */

export interface PreferredModel {
  provider: string | null;
  model: string;
}

const between = " · ";

export const tagOfModel = ({ provider, model }: PreferredModel): string => (provider === null ? model : `${provider}${between}${model}`);

export function modelOfTag(tag: string): PreferredModel {
  const at = tag.indexOf(between);
  return at === -1 ? { provider: null, model: tag } : { provider: tag.slice(0, at), model: tag.slice(at + between.length) };
}
