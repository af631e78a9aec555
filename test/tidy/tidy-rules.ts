/**
 * The project's own rules, each a function from files to the sentences that tell what breaks it. They read text, not
 * syntax trees: a rule that a regular expression can't see is better kept by people.
 */
export interface SourceFile {
  /** From the repository's root. */
  path: string;
  text: string;
}

const lower = ['platform', 'catalog', 'clients', 'ledger', 'vault', 'templates'];
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
const upper = [...middle, 'orders', 'certify', 'reports', 'web', 'http'];

/** What each folder of src/ may import, beside itself. A folder never imports one that imports it. */
export const mayImport: Record<string, string[]> = {
  platform: [],
  catalog: ['platform'],
  ledger: ['platform'],
  vault: ['platform'],
  templates: ['platform', 'catalog'],
  // A client is born with its accounts.
  clients: ['platform', 'ledger'],
  adapters: ['platform'],
  certificates: ['platform', 'templates', 'vault'],
  documents: ['platform', 'templates', 'certificates'],
  messaging: [...lower, 'certificates', 'documents'],
  suppliers: [...lower, 'adapters', 'messaging'],
  callbacks: lower,
  // Writes to persons, and nothing else of messaging.
  people: ['platform', 'messaging'],
  redemption: [...lower, 'people'],
  orders: middle,
  web: ['platform'],
  // Tries a supplier before it sells; only commands and cabinets call it.
  certify: [...middle, 'web'],
  reports: [...middle, 'orders'],
  http: [...middle, 'orders', 'certify', 'reports', 'web'],
};

/** Files that wire the rest together stand above all folders. */
const onTop = ['commands', 'main.ts', 'workers.ts', 'run-platform.ts', 'open-context.ts'];

export const isSource = ({ path }: SourceFile): boolean =>
  path.startsWith('src/') && path.endsWith('.ts') && !path.endsWith('.test.ts');

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Imports within the repository, with both ends as paths from its root. */
function importsOf({ path, text }: SourceFile): Import[] {
  const statement =
    /(?:^|\n)\s*(import type|import|export)\b[^;]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g;
  return [...text.matchAll(statement)].map(([, keyword, from, dynamic]) => ({
    from: path,
    to: resolvePath(path, from ?? dynamic ?? ''),
    typeOnly: keyword === 'import type',
  }));
}

function resolvePath(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

export function importsPointOneWay(files: SourceFile[]): string[] {
  return files
    .filter(isSource)
    .flatMap(importsOf)
    .filter((one) => !isAllowed(one))
    .map(({ from, to }) => `${from} imports ${to}`);
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const [fromFolder = '', toFolder = ''] = [from.split('/')[1], to.split('/')[1]];
  if (onTop.includes(fromFolder)) return true;
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
    .filter(({ path }) => !known.has(path.split('/')[1] ?? ''))
    .map(({ path }) => `${path} lies in a folder whose imports nobody has settled (test/tidy/tidy-rules.ts)`);
}

/** The tables that hold money, codes and promises, and the folder that alone writes each. */
const owners: Record<string, string> = {
  accounts: 'ledger',
  transfers: 'ledger',
  clients: 'clients',
  client_keys: 'clients',
  products: 'catalog',
  faces: 'catalog',
  brand_usage: 'catalog',
  codes: 'vault',
  unlisted_codes: 'vault',
  stock: 'vault',
  stock_available: 'vault',
  code_readings: 'vault',
  requests: 'orders',
  idempotency: 'orders',
  certificates: 'certificates',
  deliveries: 'messaging',
  test_letters: 'messaging',
  templates: 'templates',
  callbacks: 'callbacks',
  callback_attempts: 'callbacks',
  sealing_keys: 'platform',
};

/** A table is written by one folder alone: the one named above, or whichever writes it. */
export function tablesHaveOneOwner(files: SourceFile[]): string[] {
  const tables = new Set(
    files
      .filter(({ path }) => path.startsWith('migrations/'))
      .flatMap(({ text }) =>
        [...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, name]) => name),
      ),
  );
  const writers = new Map<string, Map<string, string>>();
  for (const file of files.filter(isSource)) {
    for (const table of tablesWritten(file)) {
      if (!tables.has(table)) continue;
      const folders = writers.get(table) ?? new Map<string, string>();
      writers.set(table, folders.set(file.path.split('/')[1] ?? '', file.path));
    }
  }
  return [...writers].flatMap(([table, folders]) => {
    const owner = owners[table] ?? [...folders.keys()][0];
    return [...folders]
      .filter(([folder]) => folder !== owner)
      .map(([, path]) => `${path} writes ${table}, which belongs to ${owner}`);
  });
}

function tablesWritten({ text }: SourceFile): string[] {
  const statements = [
    /\b(?:insert into|update|delete from|merge into|truncate(?: table)?|copy)\s+(?:only\s+)?(\w+)/gi,
    /\binsertion\(\s*'(\w+)'/g,
    // The tables whose rows are leased by platform/database/due.ts.
    /\bname: '(\w+)',\s*leaseSeconds/g,
  ];
  return statements.flatMap((statement) => [...text.matchAll(statement)].map(([, table]) => table ?? ''));
}

interface BannedTerm {
  word: RegExp;
  why: string;
  /** Where it is welcome. */
  except?: RegExp;
  /** Where it is looked for; the sources when absent. */
  within?: RegExp;
}

const everywhere = /^(src|test|seeds|simulators|bench)\/.*\.ts$/;

const bannedTerms: BannedTerm[] = [
  {
    word: /\bprocess\.env\b/,
    why: 'settings are read in one file',
    except: /^src\/platform\/settings\/config\.ts$/,
  },
  {
    word: /\bDate\.now\(|\bnew Date\(\)/,
    why: 'time is asked of the clock',
    except: /^src\/platform\/time\/clock\.ts$/,
  },
  { word: /(?::|\bas)\s+any\s*[;,)=\]|>]|<any>|\bany\[\]/, why: 'a type is missing', within: everywhere },
  { word: /@ts-(?:ignore|nocheck|expect-error)/, why: 'the compiler is right', within: everywhere },
  { word: /\b(?:TODO|FIXME|XXX|HACK)\b/, why: 'do it, or write an issue', within: everywhere },
  { word: /\b(?:test|it|describe|suite)\.(?:skip|only|todo)\(/, why: 'every test runs', within: everywhere },
  { word: /\bconsole\./, why: 'only commands talk to people', except: /^src\/commands\// },
  {
    word: /\bcreate (?:or replace )?(?:trigger|function)\b|\bpg_advisory|\blisten \w+;|\bnotify \w+/i,
    why: 'plain PostgreSQL only',
  },
];

export function noBannedTerms(files: SourceFile[]): string[] {
  return files.flatMap((file) =>
    bannedTerms
      .filter(({ within }) => (within === undefined ? isSource(file) : within.test(file.path)))
      .filter(() => !isRuleBook(file))
      .filter(({ except }) => !except?.test(file.path))
      .filter(({ word }) => word.test(file.text))
      .map(({ word, why }) => `${file.path}: ${why} (${word.exec(file.text)?.[0]})`),
  );
}

/** Here the words are named, and in the tests of the rules. */
const isRuleBook = ({ path }: SourceFile): boolean => path.startsWith('test/tidy/');

const maxLines = 300;

export function filesAreShort(files: SourceFile[]): string[] {
  return files
    .filter(isSource)
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `${path} has ${lines} lines: what are its parts?`);
}

/** A file is a verb or a noun of the domain. */
const shapelessNames = [
  'index',
  'types',
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'shared',
  'constants',
];

export function namesSayWhat(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => everywhere.test(path))
    .filter(({ path }) => {
      const name = (path.split('/').at(-1) ?? '').replace(/(?:\.test)?\.ts$/, '');
      const folders = path.split('/').slice(1, -1);
      return ![name, ...folders].every(
        (part) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(part) && !shapelessNames.includes(part),
      );
    })
    .map(({ path }) => `${path}: a file is a verb or a noun, in kebab-case`);
}

const numberOf = (path: string | undefined): string | undefined =>
  /^migrations\/(\d{4})-[a-z0-9-]+\.sql$/.exec(path ?? '')?.[1];

export function migrationsAreNumbered(files: SourceFile[]): string[] {
  const names = files
    .map(({ path }) => path)
    .filter((path) => path.startsWith('migrations/'))
    .toSorted();
  return names.flatMap((path, index) => {
    const number = numberOf(path);
    if (number === undefined) return [`${path} is not named NNNN-name.sql`];
    return number === numberOf(names[index - 1]) ? [`${path} has the number of another`] : [];
  });
}

const isDocument = ({ path }: SourceFile): boolean => path.endsWith('.md') && path !== 'CHANGELOG.md';

/** Links and paths in the documents lead to files; those in ARCHITECTURE.md may start in src/. */
export function documentsNameFilesThatExist(
  files: SourceFile[],
  exists: (path: string) => boolean,
): string[] {
  return files.filter(isDocument).flatMap((file) => {
    const links = [...file.text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, to]) => ({
      name: to ?? '',
      places: [resolvePath(file.path, to ?? '')],
    }));
    const paths = [...file.text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)]
      .map(([, path]) => (path ?? '').replace(/\/$/, ''))
      .filter((path) => !path.startsWith('.') && isFolder(path.split('/')[0] ?? '', exists))
      .map((path) => ({ name: path, places: [path, `src/${path}`] }));
    return [...links, ...paths]
      .filter(({ places }) => !places.some(exists))
      .map(({ name }) => `${file.path} names ${name}, which is not there`);
  });
}

const isFolder = (name: string, exists: (path: string) => boolean): boolean =>
  name !== '' && (exists(name) || exists(`src/${name}`));

/** `commands` maps each command to its own commands, if it has any. */
export function documentsNameCommandsThatExist(
  files: SourceFile[],
  commands: Map<string, string[]>,
  scripts: string[],
): string[] {
  return files.filter(isDocument).flatMap(({ path, text }) => {
    const code = [...text.matchAll(/`([^`\n]+)`|```\w*\n([\s\S]*?)```/g)].map(
      ([, line, block]) => line ?? block ?? '',
    );
    const told = code.flatMap((part) => [...part.matchAll(/\bfacevalue ([a-z-]+)(?: ([a-z-]+))?/g)]);
    const unknown = told
      .filter(([, command = '', inner = '']) => {
        const own = commands.get(command);
        return own === undefined || (own.length > 0 && inner !== '' && !own.includes(inner));
      })
      .map(([name]) => `${path} names the command «${name}», which is not there`);
    const missing = code
      .flatMap((part) => [...part.matchAll(/\bnpm (?:run )?(start|test|[a-z]+)\b/g)])
      .filter(([name, script = '']) => name.startsWith('npm run') && !scripts.includes(script))
      .map(([name]) => `${path} names «${name}», which is not in package.json`);
    return [...unknown, ...missing];
  });
}

const settingName = /\b(?:FACEVALUE_[A-Z_]+|DATABASE_URL)\b/g;
/** config.ts and the parts it calls. */
const config = /^src\/platform\/(?:settings\/config|[\w/-]+-settings)\.ts$/;

/** Every setting is read by the configuration and told in .env.example; documents name no other. */
export function settingsAreTold(files: SourceFile[]): string[] {
  const namesIn = (path: string): Set<string> =>
    new Set(files.find((file) => file.path === path)?.text.match(settingName) ?? []);
  const read = new Set(
    files.filter(({ path }) => config.test(path)).flatMap(({ text }) => text.match(settingName) ?? []),
  );
  const told = namesIn('.env.example');
  const untold = [...read]
    .filter((name) => !told.has(name))
    .map((name) => `.env.example does not tell ${name}`);
  const unread = files
    .filter((file) => isDocument(file) || file.path === '.env.example')
    .flatMap(({ path }) =>
      [...namesIn(path)]
        .filter((name) => !read.has(name))
        .map((name) => `${path} names ${name}, which nobody reads`),
    );
  return [...untold, ...unread];
}
