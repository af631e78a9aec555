import { bringsTheDemo, importsOf } from './imports.ts';
import { isCode, type SourceFile } from './source-file.ts';

type Graph = Map<string, Set<string>>;

/** Tests use each other's worlds freely; all else has a beginning and an end. */
const hasOrder = (file: SourceFile): boolean => isCode(file) && !/^test\/|\.test\.ts$/.test(file.path);

export function noCircleOfFiles(files: SourceFile[]): string[] {
  const imports = files.filter(hasOrder).flatMap(importsOf);
  return circlesIn(imports.map(({ from, to }) => [from, to]));
}

/**
 * Folders side by side: `src/orders` and `src/vault`, `src/platform/mail` and `src/platform/time`. A folder and those
 * within it are one capability, whose parts may know what they have in common.
 */
export function noCircleOfFolders(files: SourceFile[]): string[] {
  const imports = files.filter(hasOrder).flatMap(importsOf);
  return circlesIn(
    imports.filter(({ from }) => from !== bringsTheDemo).flatMap(({ from, to }) => neighbours(from, to)),
  );
}

/** The two folders where the ways to the files part, unless one of the files lies right there. */
function neighbours(from: string, to: string): [string, string][] {
  const [fromParts, toParts] = [from.split('/'), to.split('/')];
  const parting = fromParts.findIndex((part, index) => part !== toParts[index]);
  if (parting < 0 || parting >= fromParts.length - 1 || parting >= toParts.length - 1) return [];
  return [[fromParts.slice(0, parting + 1).join('/'), toParts.slice(0, parting + 1).join('/')]];
}

/** Each circle once, as `a → b → a`. */
function circlesIn(edges: [string, string][]): string[] {
  const graph: Graph = new Map();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const circles: string[] = [];

  function follow(node: string, way: string[]): void {
    const before = way.indexOf(node);
    if (before >= 0) circles.push([...way.slice(before), node].join(' → '));
    if (before >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) follow(next, [...way, node]);
    done.add(node);
  }

  for (const node of graph.keys()) follow(node, []);
  return circles;
}
