/**
 * The project's own rules, each a function from files to the sentences that tell what breaks it. They read text, not
 * syntax trees: a rule that a regular expression can't see is better kept by people.
 */
export interface SourceFile {
  /** From the repository's root. */
  path: string;
  text: string;
}

export const isSource = ({ path }: SourceFile): boolean =>
  path.startsWith('src/') && path.endsWith('.ts') && !path.endsWith('.test.ts');

export const isCode = ({ path }: SourceFile): boolean =>
  /^(src|test|seeds|simulators|bench)\/.*\.ts$/.test(path);

/** `orders` of `src/orders/place-orders.ts`. */
export const folderOf = (path: string): string => path.split('/')[1] ?? '';

export function resolvePath(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
