/**
 * Which file may import which: the arrows of ARCHITECTURE.md, so that a part can be changed or removed without reading the rest. Pure: file
 * texts in, problems out. scripts/checks/check-imports.ts feeds it the tree.
 */
export interface SourceFile {
  /** Relative to the repository's root, with forward slashes. */
  path: string;
  text: string;
}

export interface ImportProblem {
  path: string;
  line: number;
  message: string;
}

interface Import {
  line: number;
  specifier: string;
  /** Path relative to the repository's root if it is a file of ours, otherwise the package's name. */
  target: string;
  /** Removed at run time. `import { type X }` is not: the file is still loaded. */
  typeOnly: boolean;
}

/** The part of the system a path belongs to. */
interface Place {
  area: "platform" | "module" | "root" | "entry" | "server-test" | "simulators" | "connector" | "package" | "app" | "tool";
  /** The name of the module, connector, package or app. */
  name: string;
  /** The folder with its package.json. */
  workspace: string;
  isTest: boolean;
}

/** `packages`: maps names of the workspaces' packages to their folders. */
export function checkImports(files: SourceFile[], packages: ReadonlyMap<string, string>): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const moduleImports: Edges = new Map();
  const fileImports: Edges = new Map();
  const known = new Set(files.map(({ path }) => path));
  for (const file of files) {
    const from = placeOf(file.path);
    for (const found of readImports(file, packages)) {
      if (!found.typeOnly && known.has(found.target)) join(fileImports, file.path, found.target, { path: file.path, line: found.line });
      if (found.target === "csv-stringify" && !from.isTest && !(from.area === "platform" && from.name === "csv"))
        problems.push({
          path: file.path,
          line: found.line,
          message: `imports ${found.specifier}: CSV is written by platform/csv/write.ts alone, which makes its texts harmless`,
        });
      const to = found.target.includes("/") || packages.has(found.specifier) ? placeOf(found.target) : null;
      if (to === null) continue;
      const message = judge(file.path, from, found, to);
      if (message !== null) problems.push({ path: file.path, line: found.line, message });
      if (from.area === "module" && to.area === "module" && from.name !== to.name && !from.isTest)
        join(moduleImports, from.name, to.name, { path: file.path, line: found.line });
    }
  }
  return [...problems, ...findCycles(moduleImports, "modules"), ...findCycles(fileImports, "files")];
}

function judge(path: string, from: Place, found: Import, to: Place): string | null {
  const into = `imports ${found.specifier}`;
  if (to.area === "connector" && !mayImportConnector(path, from, to)) {
    return `${into}: only apps/server/src/installed-connectors.ts knows the concrete connectors; everything else goes through @parley/connector-kit`;
  }
  if (to.area === "simulators" && from.area !== "simulators" && !from.isTest && from.area !== "tool") {
    return `${into}: only tests and tools import the simulators; the server starts them by path, as separate processes`;
  }
  switch (from.area) {
    case "platform":
      if (["module", "entry", "root"].includes(to.area))
        return `${into}: platform knows nothing of the product (modules, demo, cli, composition)`;
      break;
    case "module":
      if (["root", "entry"].includes(to.area))
        return `${into}: a module gets what it needs as arguments from composition/, never the other way round`;
      if (to.area === "module" && to.name !== from.name && found.target !== `apps/server/src/modules/${to.name}/index.ts`) {
        return `${into}: another module is imported only through its index.ts (#modules/${to.name}/index.ts)`;
      }
      break;
    case "connector":
      if (!from.isTest && from.workspace !== to.workspace && to.workspace !== "packages/connector-kit") {
        return `${into}: a connector imports only @parley/connector-kit`;
      }
      break;
    default:
  }
  if (from.workspace.startsWith("packages/") && to.workspace.startsWith("apps/") && !(from.isTest && to.area === "simulators")) {
    return `${into}: packages never import apps`;
  }
  if (from.workspace !== to.workspace && from.area !== "tool" && found.specifier.startsWith(".")) {
    return `${into}: another workspace is imported by its package name, not by path`;
  }
  return null;
}

function mayImportConnector(path: string, from: Place, to: Place): boolean {
  if (path === "apps/server/src/installed-connectors.ts") return true;
  if (from.area === "connector") return from.name === to.name;
  return from.area === "simulators" && from.isTest;
}

function placeOf(path: string): Place {
  const parts = path.split("/");
  const isTest = /\.(?:test|e2e)\.ts$/.test(path) || parts.includes("test");
  const [top, second = "", third = "", fourth = "", fifth = "", sixth = ""] = parts;
  if (top === "packages" && second === "connectors")
    return { area: "connector", name: third, workspace: `packages/connectors/${third}`, isTest };
  if (top === "packages") return { area: "package", name: second, workspace: `packages/${second}`, isTest };
  if (top === "apps" && second === "server") {
    const workspace = "apps/server";
    if (third === "src" && fourth === "platform") return { area: "platform", name: fifth, workspace, isTest };
    if (third === "src" && fourth === "modules") return { area: "module", name: `${fifth}/${sixth}`, workspace, isTest };
    if (third === "test") return { area: "server-test", name: "", workspace, isTest };
    // config.ts is plain data whose types anybody may read; app.ts and composition/ compose; the rest starts things.
    if (path === "apps/server/src/config.ts") return { area: "app", name: "config", workspace, isTest };
    return { area: path === "apps/server/src/app.ts" ? "root" : "entry", name: fourth, workspace, isTest };
  }
  if (top === "apps" && second === "simulators") return { area: "simulators", name: "", workspace: "apps/simulators", isTest };
  if (top === "apps") return { area: "app", name: second, workspace: `apps/${second}`, isTest };
  return { area: "tool", name: top ?? "", workspace: "", isTest };
}

// Declarations start at the left margin (the formatter ensures that); calls may be anywhere.
const declaration = /^(?:import|export)\b(?:[^;"'`]*?\bfrom)?\s*["']([^"']+)["']/gm;
const call = /\b(?:import|require|import\.meta\.resolve)\(\s*["']([^"']+)["']/g;

function readImports(file: SourceFile, packages: ReadonlyMap<string, string>): Import[] {
  const imports: Import[] = [];
  for (const pattern of [declaration, call]) {
    for (const match of file.text.matchAll(pattern)) {
      const specifier = match[1] as string;
      // The line of the specifier, not of the word import: that is where an editor should jump.
      const at = match.index + match[0].length - specifier.length;
      imports.push({
        specifier,
        target: resolve(file.path, specifier, packages),
        line: file.text.slice(0, at).split("\n").length,
        typeOnly: /^(?:import|export)\s+type\b/.test(match[0]),
      });
    }
  }
  return imports.sort((a, b) => a.line - b.line);
}

function resolve(from: string, specifier: string, packages: ReadonlyMap<string, string>): string {
  if (specifier.startsWith("#")) return `apps/server/src/${specifier.slice(1)}`;
  if (specifier.startsWith(".")) return normalize(`${from.slice(0, from.lastIndexOf("/"))}/${specifier}`);
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  const folder = packages.get(name);
  return folder === undefined ? name.replaceAll("/", "|") : `${folder}/${specifier.slice(name.length + 1)}`;
}

function normalize(path: string): string {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") out.pop();
    else if (part !== "." && part !== "") out.push(part);
  }
  return out.join("/");
}

/** Which file or module imports which, and the first place. */
type Edges = Map<string, Map<string, { path: string; line: number }>>;

function join(edges: Edges, from: string, to: string, at: { path: string; line: number }): void {
  const known = edges.get(from) ?? new Map<string, { path: string; line: number }>();
  edges.set(from, known);
  if (!known.has(to)) known.set(to, at);
}

/** Reports each cycle once, at the import that closes it. */
function findCycles(edges: Edges, of: "modules" | "files"): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (name: string): void => {
    if (done.has(name)) return;
    trail.push(name);
    for (const [next, at] of [...(edges.get(name) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const start = trail.indexOf(next);
      if (start === -1) visit(next);
      else problems.push({ ...at, message: `closes a cycle of ${of}: ${[...trail.slice(start), next].join(" -> ")}` });
    }
    trail.pop();
    done.add(name);
  };
  for (const name of [...edges.keys()].sort()) visit(name);
  return problems;
}
