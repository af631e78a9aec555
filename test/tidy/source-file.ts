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

/** Folders that have owners and imports of their own within another one. */
const inner = new Set([
  'acts/*',
  'certificates/documents',
  'certificates/looks',
  'certificates/templates',
  'clients/money',
  'orders/bulk',
  'reports/call-log',
  'reports/health',
  'reports/integration-log',
  'reports/order-story',
  'reports/proof',
  'reports/settlements',
  'suppliers/adapters',
  'suppliers/certify',
  'upkeep/*',
]);

/** `orders` of `src/orders/place-orders.ts`, `orders/bulk` of `src/orders/bulk/place-bulk.ts`. */
export function folderOf(path: string): string {
  const [, outer = '', next = ''] = path.split('/');
  return inner.has(`${outer}/${next}`) || inner.has(`${outer}/*`) ? `${outer}/${next}` : outer;
}

export function resolvePath(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
