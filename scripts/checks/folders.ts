/** Folders with more files than can be taken in at a glance. Pure. */
export const filesMax = 25;

/** Lists of one kind, in which a file is found by its name. */
const lists = /^docs\/adr$|^packages\/database\/functions$|(?:^|\/)(?:fixtures|testdata)(?:\/|$)/;

/** `files`: every file of the repository. Returns the folders with more than `filesMax` files. */
export function crowdedFolders(files: readonly string[]): { folder: string; count: number }[] {
  const counts = Map.groupBy(files, (path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  return [...counts]
    .map(([folder, { length: count }]) => ({ folder, count }))
    .filter(({ folder, count }) => count > filesMax && !lists.test(folder));
}
