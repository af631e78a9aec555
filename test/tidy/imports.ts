import { folderOf, isSource, resolvePath, type SourceFile } from './source-file.ts';

const lower = [
  'platform',
  'catalog',
  'clients',
  'certificates/looks',
  'ledger',
  'vault',
  'certificates/templates',
];
const middle = [
  ...lower,
  'suppliers/adapters',
  'certificates',
  'certificates/documents',
  'messaging',
  'suppliers',
  'callbacks',
  'people',
  'redemption',
];
const upper = [
  'reports/call-log',
  'reports/integration-log',
  ...middle,
  'orders',
  'acts/guarded',
  'acts/catalog',
  'orders/bulk',
  'upkeep/erasure',
  'upkeep/resealing',
  'upkeep/history',
  'clients/money',
  'suppliers/certify',
  'reports',
  'reports/proof',
  'upkeep/restores',
  'reports/health',
  'web',
  'upkeep/setup',
  'reports/order-story',
  'acts/onboarding',
  'reports/settlements',
  'acts/template-drafts',
  'acts/looks',
  'acts/work-items',
  'http',
];

/** What each folder of src/ may import, beside itself. A folder never imports one that imports it. */
const mayImport: Record<string, string[]> = {
  platform: [],
  // What programs asked and were answered: counted, and a sample kept.
  'reports/call-log': ['platform'],
  // After a restore of the database: what may have been sold and sent since is set aside, and cleared.
  'upkeep/restores': [...middle, 'orders', 'upkeep/erasure'],
  // Calls in both directions between us and a supplier, as its pages and the operator's show them.
  'reports/integration-log': ['platform', 'reports/call-log', 'reports', 'web'],
  catalog: ['platform'],
  ledger: ['platform'],
  vault: ['platform'],
  'certificates/looks': ['platform', 'certificates/templates'],
  'certificates/templates': ['platform', 'catalog'],
  // A client is born with its accounts; its people change its keys.
  clients: ['platform', 'ledger', 'people'],
  'suppliers/adapters': ['platform'],
  certificates: ['platform', 'certificates/templates', 'certificates/looks', 'vault'],
  'certificates/documents': ['platform', 'certificates/templates', 'certificates/looks', 'certificates'],
  messaging: [
    'platform',
    'catalog',
    'vault',
    'certificates/templates',
    'certificates/looks',
    'certificates',
    'certificates/documents',
  ],
  // Alerts are read by people.
  suppliers: [...lower, 'suppliers/adapters', 'messaging', 'people'],
  callbacks: [...lower, 'people'],
  // Writes to persons, and nothing else of messaging.
  people: ['platform', 'messaging'],
  redemption: [...lower, 'people'],
  orders: middle,
  // Calls orders as the client API does.
  'orders/bulk': [
    'platform',
    'catalog',
    'certificates',
    'clients',
    'ledger',
    'messaging',
    'people',
    'orders',
  ],
  // Acts that wait for a second person while four eyes are on.
  'acts/guarded': [...middle, 'orders', 'acts/catalog', 'acts/onboarding', 'upkeep/erasure'],
  // Every sealed column, whoever owns it.
  'upkeep/resealing': [...middle, 'orders/bulk', 'suppliers/certify', 'upkeep/erasure'],
  // Erases recipients wherever they are kept.
  'upkeep/erasure': [...middle, 'reports/call-log', 'orders', 'orders/bulk'],
  'upkeep/history': [...middle, 'upkeep/erasure'],
  // The way of a supplier or client to its first sale: facts of all folders, and agreements of its own.
  'acts/onboarding': [
    'acts/catalog',
    'platform',
    'catalog',
    'clients',
    'messaging',
    'people',
    'reports',
    'web',
  ],
  // What the operator's people do to suppliers and the catalogue: the right, the verb, the audit.
  'acts/catalog': [...middle, 'orders'],
  // Looks that supplier and operator talk about before they are in force, and how both see them.
  'acts/template-drafts': [
    'platform',
    'catalog',
    'certificates/templates',
    'certificates',
    'certificates/documents',
    'messaging',
    'people',
    'acts/catalog',
    'web',
  ],
  // What clients propose for their gifts, and the operator decides of it.
  'acts/looks': [
    'platform',
    'catalog',
    'certificates',
    'certificates/looks',
    'certificates/documents',
    'messaging',
    'people',
    'web',
  ],
  // What the finance people of a client do, on paper and in the ledger.
  'clients/money': ['platform', 'clients', 'ledger', 'certificates/documents', 'messaging', 'people'],
  web: ['platform', 'people'],
  // Tries a supplier before it sells; only commands and cabinets call it.
  'suppliers/certify': [...middle, 'web'],
  reports: [...middle, 'orders', 'reports/health'],
  // Months of suppliers, and what they say of them.
  'reports/settlements': ['platform', 'people', 'reports'],
  // Runs the checks of reports as a job, and keeps their verdicts.
  'reports/proof': ['platform', 'catalog', 'people', 'reports'],
  // Figures of health that pages, commands and metrics share: queues, workers, and minutes of all processes.
  'reports/health': ['platform'],
  // Whether an installation is ready for its first order, and its messages arrive.
  'upkeep/setup': [
    'platform',
    'catalog',
    'people',
    'certificates/documents',
    'messaging',
    'reports',
    'web',
    'suppliers/adapters',
    'suppliers',
  ],
  // What pages of clients and of the operator say of an order.
  'reports/order-story': [...middle, 'orders', 'clients/money', 'reports', 'web'],
  // What people do with what waits: take it, put it off, send it again, say that it is settled.
  'acts/work-items': [...middle, 'orders', 'reports'],
  http: upper,
};

/** The demo world is loaded here, for `facevalue start`, and is no part of what a company runs. */
export const bringsTheDemo = 'src/main.ts';

/** Files that wire the rest together stand above all folders. */
const onTop = ['commands', 'main.ts', 'workers.ts', 'run-platform.ts', 'open-context.ts'];

export interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Imports within the repository, with both ends as paths from its root. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const statement =
    /(?:^|\n)\s*(import type|import|export)\b[^;]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g;
  return [...text.matchAll(statement)].map(([, keyword, from, dynamic]) => ({
    from: path,
    to: resolvePath(path, from ?? dynamic ?? ''),
    typeOnly: keyword === 'import type',
  }));
}

export function importsPointOneWay(files: SourceFile[]): string[] {
  return files
    .filter(isSource)
    .flatMap(importsOf)
    .filter((one) => !isAllowed(one))
    .map(({ from, to }) => `${from} imports ${to}`);
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const [fromFolder, toFolder] = [folderOf(from), folderOf(to)];
  if (onTop.includes(fromFolder)) return /^(src\/|package\.json$)/.test(to) || from === bringsTheDemo;
  if (!to.startsWith('src/')) return false;
  if (fromFolder === 'context.ts' || toFolder === 'context.ts') return typeOnly && fromFolder !== 'platform';
  if (fromFolder === 'http' && toFolder === 'http') return isWithinEntry(from, to);
  return fromFolder === toFolder || (mayImport[fromFolder] ?? []).includes(toFolder);
}

/** The folders of http/ never import each other; only server.ts puts them together. What several need lies in web/. */
function isWithinEntry(from: string, to: string): boolean {
  const [fromEntry = '', toEntry = ''] = [from.split('/')[2], to.split('/')[2]];
  return fromEntry === 'server.ts' || fromEntry === toEntry;
}

export function foldersAreKnown(files: SourceFile[]): string[] {
  const known = new Set([...upper, ...onTop, 'context.ts']);
  return files
    .filter(isSource)
    .filter(({ path }) => !known.has(folderOf(path)))
    .map(({ path }) => `${path} lies in a folder whose imports nobody has settled (test/tidy/imports.ts)`);
}
