/** Options that say how a file of codes is to be read: of `pool import`, `draft show` and `draft load` alike. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ColumnChoice } from '../../vault/import-pool/columns.ts';
import { poolFields, type PoolField } from '../../vault/import-pool/headings.ts';
import type { PoolImportAsk } from '../../vault/import-pool/import-ask.ts';
import { aFace } from '../shell/arguments.ts';
import { Misuse } from '../shell/problems.ts';

export interface FileRuleOptions {
  face?: number;
  columns?: ColumnChoice;
  column?: ColumnChoice;
  header: boolean;
  sheet?: string;
  everySheet?: boolean;
  hidden?: 'read' | 'skip';
  skipWrong?: boolean;
  skipDuplicates?: boolean;
  asGiven?: boolean;
  zerosAreReal?: boolean;
  addFaces?: boolean;
  allActive?: boolean;
  inactive?: boolean;
}

export const addFileRules = (command: Command): Command =>
  command
    .option('--face <roubles>', 'face of rows without one', aFace)
    .option('--columns <map>', 'columns by position or heading: number=2,pin=3,face=Номинал', columns)
    .option('--column <name=field>', 'what one column is: "Статус=skip", 4=pin; may be repeated', column)
    .option('--no-header', 'the first row is a code, not a heading')
    .option('--sheet <name>', 'sheet of the workbook (default: the only one that is not hidden)')
    .option(
      '--every-sheet',
      'each sheet that is not hidden; its name is its face if it has no column of faces',
    )
    .addOption(new Option('--hidden <what>', 'rows and columns that nobody sees').choices(['read', 'skip']))
    .option('--skip-wrong', 'skip wrong rows, and those unlike the others, and load the rest')
    .option('--as-given', 'unusual numbers, and rows unlike the others, are meant like this')
    .option('--skip-duplicates', 'skip duplicates and load the rest')
    .option('--zeros-are-real', 'long numbers really end in zeros: compared with the supplier’s own')
    .option('--add-faces', 'add faces that the product lacks')
    .option('--all-active', 'treat every code as active, regardless of its row')
    .option('--inactive', 'treat every code as inactive, regardless of its row');

export type FileRules = Omit<
  PoolImportAsk,
  'productId' | 'fileName' | 'rows' | 'dryRun' | 'onRows' | 'sheet'
> & { sheet?: string };

export const fileRulesOf = (options: FileRuleOptions): FileRules => ({
  columns: { ...options.columns, ...options.column },
  hasHeadings: options.header,
  ...(options.sheet === undefined ? {} : { sheet: options.sheet }),
  ...(options.everySheet === true ? { everySheet: true } : {}),
  ...(options.hidden === undefined ? {} : { hidden: options.hidden }),
  faceKopecks: options.face ?? null,
  anyFace: options.addFaces ?? false,
  activity: activityOf(options),
  skipWrong: options.skipWrong ?? false,
  asGiven: options.asGiven ?? false,
  skipDuplicates: options.skipDuplicates ?? false,
  zerosAreReal: options.zerosAreReal ?? false,
});

/** Other names by which people call fields. */
const otherNames: Record<string, PoolField> = {
  code: 'number',
  expires: 'expiry',
  end: 'expiry',
  status: 'state',
  from: 'start',
};

function fieldNamed(name: string): PoolField | null {
  const given = name.trim().toLowerCase();
  return poolFields.find((field) => field === given) ?? otherNames[given] ?? null;
}

function columns(text: string): ColumnChoice {
  const choice: ColumnChoice = {};
  for (const pair of text.split(',')) {
    const [name = '', ...rest] = pair.split('=');
    const field = fieldNamed(name);
    const place = rest.join('=').trim();
    if (field === null || place === '')
      throw new InvalidArgumentError(`It must look like number=2,pin=3; known are ${poolFields.join(', ')}.`);
    choice[field] = place;
  }
  return choice;
}

function column(text: string, before: ColumnChoice = {}): ColumnChoice {
  const at = text.lastIndexOf('=');
  const name = text.slice(0, Math.max(0, at)).trim();
  const given = text.slice(at + 1).trim();
  const field = fieldNamed(given);
  if (name === '' || (field === null && given.toLowerCase() !== 'skip'))
    throw new InvalidArgumentError(
      `It must look like "Статус=skip" or 4=pin; known are ${poolFields.join(', ')}, skip.`,
    );
  return field === null ? { ...before, skip: [...(before.skip ?? []), name] } : { ...before, [field]: name };
}

/** Maps --all-active and --inactive to the state of a file's codes. */
function activityOf(options: {
  allActive?: boolean;
  inactive?: boolean;
}): NonNullable<PoolImportAsk['activity']> {
  const { allActive, inactive } = options;
  if (allActive === true && inactive === true) throw new Misuse('Choose one of --all-active and --inactive.');
  if (allActive === true) return 'all-active';
  return inactive === true ? 'all-inactive' : 'by-row';
}
