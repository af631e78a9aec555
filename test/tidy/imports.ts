import { folderOf, isSource, resolvePath, type SourceFile } from './source-file.ts';

const lower = ['platform', 'catalog', 'clients', 'client-looks', 'ledger', 'vault', 'templates'];
const middle = [
  ...lower,
  'adapters',
  'certificates',
  'documents',
  'messaging',
  'suppliers',
  'callbacks',
  'people',
  'redemption',
];
const upper = [
  'call-log',
  'integration-log',
  ...middle,
  'orders',
  'guarded-acts',
  'catalog-acts',
  'bulk',
  'erasure',
  'resealing',
  'history',
  'money',
  'certify',
  'reports',
  'proof',
  'restores',
  'health',
  'web',
  'setup',
  'order-story',
  'onboarding',
  'settlements',
  'template-drafts',
  'client-look-acts',
  'work-items',
  'http',
];

/** What each folder of src/ may import, beside itself. A folder never imports one that imports it. */
const mayImport: Record<string, string[]> = {
  platform: [],
  // What programs asked and were answered: counted, and a sample kept.
  'call-log': ['platform'],
  // After a restore of the database: what may have been sold and sent since is set aside, and cleared.
  restores: [...middle, 'orders', 'erasure'],
  // Calls in both directions between us and a supplier, as its pages and the operator's show them.
  'integration-log': ['platform', 'call-log', 'reports', 'web'],
  catalog: ['platform'],
  ledger: ['platform'],
  vault: ['platform'],
  'client-looks': ['platform', 'templates'],
  templates: ['platform', 'catalog'],
  // A client is born with its accounts; its people change its keys.
  clients: ['platform', 'ledger', 'people'],
  adapters: ['platform'],
  certificates: ['platform', 'templates', 'client-looks', 'vault'],
  documents: ['platform', 'templates', 'client-looks', 'certificates'],
  messaging: ['platform', 'catalog', 'vault', 'templates', 'client-looks', 'certificates', 'documents'],
  // Alerts are read by people.
  suppliers: [...lower, 'adapters', 'messaging', 'people'],
  callbacks: [...lower, 'people'],
  // Writes to persons, and nothing else of messaging.
  people: ['platform', 'messaging'],
  redemption: [...lower, 'people'],
  orders: middle,
  // Calls orders as the client API does.
  bulk: ['platform', 'catalog', 'certificates', 'clients', 'ledger', 'messaging', 'people', 'orders'],
  // Acts that wait for a second person while four eyes are on.
  'guarded-acts': [...middle, 'orders', 'catalog-acts', 'onboarding', 'erasure'],
  // Every sealed column, whoever owns it.
  resealing: [...middle, 'bulk', 'certify', 'erasure'],
  // Erases recipients wherever they are kept.
  erasure: [...middle, 'call-log', 'orders', 'bulk'],
  history: [...middle, 'erasure'],
  // The way of a supplier or client to its first sale: facts of all folders, and agreements of its own.
  onboarding: ['catalog-acts', 'platform', 'catalog', 'clients', 'messaging', 'people', 'reports', 'web'],
  // What the operator's people do to suppliers and the catalogue: the right, the verb, the audit.
  'catalog-acts': [...middle, 'orders'],
  // Looks that supplier and operator talk about before they are in force, and how both see them.
  'template-drafts': [
    'platform',
    'catalog',
    'templates',
    'certificates',
    'documents',
    'messaging',
    'people',
    'catalog-acts',
    'web',
  ],
  // What clients propose for their gifts, and the operator decides of it.
  'client-look-acts': [
    'platform',
    'catalog',
    'certificates',
    'client-looks',
    'documents',
    'messaging',
    'people',
    'web',
  ],
  // What the finance people of a client do, on paper and in the ledger.
  money: ['platform', 'clients', 'ledger', 'documents', 'messaging', 'people'],
  web: ['platform', 'people'],
  // Tries a supplier before it sells; only commands and cabinets call it.
  certify: [...middle, 'web'],
  reports: [...middle, 'orders'],
  // Months of suppliers, and what they say of them.
  settlements: ['platform', 'people', 'reports'],
  // Runs the checks of reports as a job, and keeps their verdicts.
  proof: ['platform', 'catalog', 'people', 'reports'],
  // Minutes of all processes, for pictures.
  health: ['platform', 'reports'],
  // Whether an installation is ready for its first order, and its messages arrive.
  setup: [
    'platform',
    'catalog',
    'people',
    'documents',
    'messaging',
    'reports',
    'web',
    'adapters',
    'suppliers',
  ],
  // What pages of clients and of the operator say of an order.
  'order-story': [...middle, 'orders', 'money', 'reports', 'web'],
  // What people do with what waits: take it, put it off, send it again, say that it is settled.
  'work-items': [...middle, 'orders', 'reports'],
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
