/** `activation`: schedules, sends and confirms activation letters. */
import { InvalidArgumentError, type Command } from 'commander';
import { confirmActivation } from '../../orders/activate-sold-codes.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import type { Language } from '../../platform/text/language.ts';
import { findLetter, listLetters } from '../../suppliers/activation/find-letter.ts';
import { askForActivation, repeatActivationLetter } from '../../acts/catalog/activation-acts.ts';
import { editSchedule } from '../../acts/catalog/supplier-acts.ts';
import { fromShell } from '../../people/access/principal.ts';
import { findSchedule, type ScheduleFields } from '../../suppliers/activation/schedule.ts';
import { aCount, aDay, anId } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

const maxListed = 200;

export function register(program: Command): void {
  const activation = program
    .command('activation')
    .description('Letters that ask suppliers to activate sold codes.');
  activation
    .command('schedule')
    .description('Show or change the schedule and recipients of activation letters.')
    .argument('<supplier>', 'id of the supplier', anId)
    .option('--to <addresses>', 'employees, comma-separated (default: the contact address)', aList)
    .option('--cron <expression>', 'minute hour day month weekday, Moscow time (default: "0 12 * * 1-5")')
    .option('--holidays <days>', 'days without letters, for example 2027-01-01,2027-01-02; none: clear', days)
    .option('--reminder-hours <hours>', 'hours until a reminder (default: 24)', aCount)
    .option('--language <language>', 'ru or en (default: ru)', aLanguage)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  facevalue activation schedule 501 --to anna@teahouse.example --cron "30 9 * * 1-5" --holidays 2027-01-01',
    )
    .action(schedule);
  activation
    .command('list')
    .description('Letters with rows that are not confirmed yet.')
    .option('--supplier <id>', 'only of this supplier', anId)
    .option('--all', 'confirmed ones too')
    .option(...jsonOption)
    .action(list);
  activation
    .command('send-now')
    .description('Send an activation letter now, regardless of the schedule; or repeat a letter.')
    .argument('[supplier]', 'id of the supplier', anId)
    .option('--letter <id>', 'send this letter again, with a new link', anId)
    .option(...jsonOption)
    .action(sendNow);
  activation
    .command('confirm')
    .description('Confirm a letter on behalf of its supplier, for example after a phone call.')
    .argument('<letter>', 'number of the letter', anId)
    .option('--rows <rows>', 'only these rows, for example 1-3,5', rowNumbers)
    .option(...jsonOption)
    .action(confirm);
}

interface ScheduleOptions extends OutputOptions {
  to?: string[];
  cron?: string;
  holidays?: string[];
  reminderHours?: number;
  language?: Language;
}

const refusals = {
  'no-supplier': 'There is no such supplier.',
  'no-address': 'The supplier has no contact address: name its employees by --to.',
  'bad-address': 'One of the addresses is no e-mail address.',
  'too-many-addresses': 'Ten addresses are the most.',
  'bad-schedule': 'The cron expression is not understood, or its days are all holidays.',
} as const;

async function schedule(supplierId: number, options: ScheduleOptions): Promise<void> {
  const { json: _json, to, ...rest } = options;
  const fields: ScheduleFields = { ...rest, ...(to === undefined ? {} : { addresses: to }) };
  const reminder = fields.reminderHours ?? 24;
  if (reminder < 1 || reminder > 720) throw new Misuse('--reminder-hours must lie between 1 and 720.');
  const found = await withWorld(async ({ db, keyring, clock }) => {
    if (Object.keys(fields).length === 0) return findSchedule(db, supplierId);
    const outcome = await editSchedule({ db, keyring }, fromShell, { supplierId, fields }, clock.now());
    if (outcome.is !== 'set') throw new Refusal(refusals[outcome.is], { why: outcome.is });
    return outcome.schedule;
  });
  if (found === null)
    throw new Refusal('Nothing is agreed with this supplier yet: name its employees by --to.');
  answer(
    options,
    {
      supplier_id: supplierId,
      to: found.addresses,
      cron: found.cron,
      holidays: found.holidays,
      reminder_hours: found.reminderHours,
      language: found.language,
      next_at: found.nextAt,
    },
    () =>
      `Next letter: ${moscowDateTime(found.nextAt)} (Moscow), "${found.cron}", to ${found.addresses.join(', ')}; ` +
      `reminder after ${found.reminderHours} hours; holidays: ${found.holidays.join(', ') || 'none'}.`,
  );
}

async function list(options: OutputOptions & { supplier?: number; all?: boolean }): Promise<void> {
  const ask = { supplierId: options.supplier ?? null, all: options.all ?? false, limit: maxListed };
  const letters = await withWorld(({ db, cells }) => listLetters({ pageDb: db, cells }, ask));
  const lines = letters.map((letter) => ({
    letter: letter.letterId,
    supplier_id: letter.supplierId,
    supplier: letter.supplierName,
    made_at: letter.madeAt,
    rows: letter.rows,
    confirmed: letter.confirmed,
    mails_sent: letter.sent,
    mails_failed: letter.failed,
    reminders: letter.reminders,
    unclear_answers: letter.unclear,
  }));
  answer(options, { letters: lines }, () =>
    table(
      ['LETTER', 'SUPPLIER', 'MADE', 'ROWS', 'CONFIRMED', 'SENT', 'FAILED', 'REMINDERS', 'UNCLEAR ANSWERS'],
      lines.map((line) => [
        line.letter,
        `${line.supplier_id} ${line.supplier}`,
        moscowDateTime(line.made_at),
        line.rows,
        line.confirmed,
        line.mails_sent,
        line.mails_failed,
        line.reminders,
        line.unclear_answers,
      ]),
    ),
  );
}

async function sendNow(
  supplierId: number | undefined,
  options: OutputOptions & { letter?: number },
): Promise<void> {
  const { letter } = options;
  if ((supplierId === undefined) === (letter === undefined)) {
    throw new Misuse('Name either a supplier or a letter.');
  }
  const made = await withWorld(async (ctx) => {
    const now = ctx.clock.now();
    if (supplierId !== undefined) return askForActivation(ctx, fromShell, supplierId, now);
    return letter === undefined ? 'no-letter' : repeatActivationLetter(ctx, fromShell, letter, now);
  });
  switch (made) {
    case 'no-schedule':
      throw new Refusal('Nothing is agreed with this supplier: see facevalue activation schedule.');
    case 'no-letter':
      throw new Refusal('There is no such letter.');
    case 'answered':
      throw new Refusal('The whole letter is confirmed already.');
    case 'sent-again':
      return answer(options, { letter, again: true }, () => `Letter ${letter} is sent again.`);
    default:
      return answer(options, { ...made }, () => `${made.letters} letters with ${made.codes} codes go out.`);
  }
}

async function confirm(letterId: number, options: OutputOptions & { rows?: number[] }): Promise<void> {
  const rows = options.rows ?? null;
  const confirmed = await withWorld(async ({ db, cells, clock }) => {
    const letter = await findLetter(db, letterId);
    if (letter === null) throw new Refusal('There is no such letter.');
    const { supplierId } = letter;
    return confirmActivation({ db, cells }, { supplierId, letterId, rows, by: 'operator' }, clock.now());
  });
  answer(options, { letter: letterId, confirmed }, () => `Confirmed for the first time: ${confirmed} rows.`);
}

const aList = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const days = (text: string): string[] => (text === 'none' ? [] : aList(text).map(aDay));

function aLanguage(text: string): Language {
  if (text === 'ru' || text === 'en') return text;
  throw new InvalidArgumentError('It must be ru or en.');
}

const maxRows = 10_000;

function rowNumbers(text: string): number[] {
  return aList(text).flatMap((part) => {
    const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === '' || first < 1 || last < first || last - first > maxRows) {
      throw new InvalidArgumentError('It must look like 1-3,5.');
    }
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
