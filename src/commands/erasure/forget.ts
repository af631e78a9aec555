import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { askErasure, type ErasureAsked } from '../../upkeep/erasure/ask-erasure.ts';
import { findErasure, type ErasureLine } from '../../upkeep/erasure/list-erasures.ts';
import { longestReason, placeOfAsk, type ErasureAsk } from '../../upkeep/erasure/read-erasure.ts';
import { runErasure } from '../../upkeep/erasure/run-erasures.ts';
import { weigh, type Weighed } from '../../upkeep/erasure/weigh-erasure.ts';
import { fromShell } from '../../people/access/principal.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld, type CommandWorld } from '../shell/with-world.ts';
import { confirm } from './confirm.ts';
import { forgetOneClient } from './forget-client.ts';
import { erasureJson, erasureText, hindranceText, registerLists } from './erasure-lists.ts';
import { registerRecord } from './record.ts';

/** `forget`: erases recipients, and says what was erased. */
export function register(program: Command): void {
  const forget = program.command('forget').description('Erase what the platform keeps of recipients.');
  asking(forget.command('order'))
    .description('Erase the recipient of one order.')
    .argument('<id>', 'id of the request, as returned by makeOrder', anId)
    .addHelpText('after', help)
    .action((requestId: number, options: ForgetOptions) => run({ kind: 'order', requestId }, options));
  asking(forget.command('address'))
    .description('Erase a person wherever the address is: orders for it, and those sent to it later.')
    .argument(
      '<address>',
      'e-mail or phone; -: read from standard input, so that no list of processes shows it',
    )
    .option('--client <id>', 'only with this client (default: with all)', anId)
    .addHelpText('after', help)
    .action(async (address: string, options: ForgetOptions) =>
      run({ kind: 'address', address: await read(address), clientId: options.client ?? null }, options),
    );
  asking(forget.command('client'))
    .description('End a client that has left, destroy its key and erase all its recipients.')
    .argument('<client>', 'id of the client', anId)
    .addHelpText('after', helpOfClient)
    .action(forgetOneClient);
  registerRecord(forget);
  registerLists(forget);
}

const asking = (command: Command): Command =>
  command
    .requiredOption('--reason <why>', 'kept for good; name no person in it')
    .option('--dry-run', 'only say what would be erased now')
    .option('--yes', 'do not ask before it is done: it cannot be undone')
    .option(...jsonOption);

const help = `
Codes, money, times and states stay. What is not delivered yet, and what its client was not told of, is erased by the worker as soon
as it is: cancel or refund the order if it is not to be delivered.

Examples:
  facevalue forget order 3500001 --reason "asked by letter 7 of 2.11.2026" --dry-run
  echo mila@mail.example | facevalue forget address - --reason "asked by letter 7" --yes`;

const helpOfClient = `
Nothing of it may be open. Its requests are refused at once and its people are signed out; seconds later its key is destroyed and its
recipients are erased, by this command or by a worker, which goes on if this is broken off. Money, counts and codes stay; recipients
keep certificates that are in force.

Example:
  facevalue forget client 11638 --reason "contract ended, letter 12" --dry-run`;

interface ForgetOptions extends OutputOptions {
  reason: string;
  client?: number;
  dryRun?: boolean;
  yes?: boolean;
}

type Target =
  | { kind: 'order'; requestId: number }
  | { kind: 'address'; address: string; clientId: number | null };

const read = async (address: string): Promise<string> =>
  address === '-' ? (await text(process.stdin)).trim() : address;

async function run(target: Target, options: ForgetOptions): Promise<void> {
  if (options.dryRun === true && options.yes === true) throw new Misuse('--dry-run and --yes contradict.');
  const ask: ErasureAsk = { ...target, reason: options.reason };
  const done = await withWorld(async (world) => {
    const weighed = await weigh(world, fromShell, ask, world.clock.now());
    if (weighed.is !== 'weighed') throw new Refusal(whyNot(weighed));
    if (options.dryRun === true) return { weighed, erasure: null };
    if (options.yes !== true) await confirm(weighedText(weighed));
    return { weighed, erasure: await erase(world, ask) };
  });
  const { weighed, erasure } = done;
  if (erasure !== null) return answer(options, erasureJson(erasure), () => erasureText(erasure));
  answer(options, weighedJson(weighed), () => weighedText(weighed));
}

async function erase(world: CommandWorld, ask: ErasureAsk): Promise<ErasureLine> {
  const asked = await askErasure(placeOfAsk(world, ask).db, world.keyring, fromShell, ask, world.clock.now());
  if (asked.is !== 'asked') throw new Refusal(whyNot(asked));
  // A worker may have been quicker.
  await runErasure(world, asked.erasureId);
  const erasure = await findErasure(world.db, asked.erasureId);
  if (erasure === null) throw new Error('An erasure that was asked for is not there.');
  return erasure;
}

function whyNot({ is }: { is: Exclude<ErasureAsked['is'], 'asked'> }): string {
  switch (is) {
    case 'forbidden':
    case 'step-up':
      return 'It may not be erased from here.';
    case 'no-order':
      return 'There is no such request.';
    case 'no-client':
      return 'There is no such client.';
    case 'bad-address':
      return 'It is no e-mail address and no phone, as 79161234567.';
    case 'no-reason':
      return `A reason of 1 to ${longestReason} characters is needed.`;
    case 'reason-tells':
      return 'The reason contains the address, and is kept for good: name the letter or case instead.';
  }
}

const weighedJson = ({ erasable, hindered, clients, more, earlier }: Weighed): object => ({
  dry_run: true,
  orders: erasable,
  waiting: hindered,
  clients,
  more,
  asked_before: earlier,
});

function weighedText({ erasable, hindered, clients, more, earlier }: Weighed): string {
  const waiting = Object.entries(hindered).map(
    ([why, orders]) => `${orders} wait: ${hindranceText(why as keyof Weighed['hindered'])}`,
  );
  return [
    `${more ? 'More than ' : ''}${erasable} orders of ${clients} clients can be erased now.`,
    ...waiting,
    ...(earlier > 0 ? [`It was asked for ${earlier} times before.`] : []),
  ].join('\n');
}
