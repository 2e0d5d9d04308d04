/** `npm run lint`: fails on folders with too many files. */
import { crowdedFolders, filesMax } from "./folders.ts";
import { listTree } from "./tree.ts";

const files = await listTree();
const crowded = crowdedFolders(files);
for (const { folder, count } of crowded) console.error(`${folder}: ${count} files side by side, at most ${filesMax}: give some a folder`);
if (crowded.length === 0) console.log(`No folder of ${files.length} files has more than ${filesMax} side by side.`);
process.exitCode = crowded.length === 0 ? 0 : 1;
