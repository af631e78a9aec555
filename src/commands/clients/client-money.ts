import { InvalidArgumentError, type Command } from 'commander';
import { findBalance, type Balance } from '../../ledger/balance.ts';
import {
  maxReferenceLength,
  reverseTopUp,
  topUp,
  type Reversed,
  type ToppedUp,
} from '../../ledger/top-up.ts';
import type { Sql } from '../../platform/database/database.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { aFace, anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, type OutputOptions } from '../shell/output.ts';
import { noClient, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

/** Adds the commands for bookings to `client`. */
export function registerMoney(client: Command): void {
  client
    .command('top-up')
    .description('Book money that the client has paid in, once per payment.')
    .argument('<client>', 'id of the client', anId)
    .argument('<roubles>', 'how much', aFace)
    .requiredOption(
      '--reference <payment>',
      "the bank's reference of the payment, which is booked only once",
      aReference,
    )
    .option('--note <text>', 'for the statement', '')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nRepeating the same reference and sum changes nothing; another sum is refused.\n\nExample:\n  facevalue client top-up 11638 100000 --reference "42 of 21.11.2026"',
    )
    .action(bookTopUp);
  client
    .command('reverse-top-up')
    .description('Reverse a top-up that was booked by mistake, once.')
    .argument('<client>', 'id of the client', anId)
    .requiredOption('--reference <payment>', 'reference of the top-up', aReference)
    .requiredOption('--reason <why>', 'stored with the booking, for the statement')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nIf the client has spent it meanwhile, a shortfall remains: nothing is issued for the client until it is covered.\n\nExample:\n  facevalue client reverse-top-up 11638 --reference "42 of 21.11.2026" --reason "another client paid"',
    )
    .action(reverse);
}

function aReference(text: string): string {
  const reference = text.trim();
  if (reference === '' || [...reference].length > maxReferenceLength) {
    throw new InvalidArgumentError(`It must have 1 to ${maxReferenceLength} characters.`);
  }
  return reference;
}

interface TopUpOptions extends OutputOptions {
  reference: string;
  note: string;
}

async function bookTopUp(clientId: number, amountKopecks: number, options: TopUpOptions): Promise<void> {
  const { reference, note } = options;
  const { outcome, balance } = await withWorld(async ({ db, clock }) => ({
    outcome: await topUp(db, { clientId, amountKopecks, reference, note }, clock.now()),
    balance: await mustBalance(db, clientId),
  }));
  if (outcome.is === 'no-client') throw noClient(clientId);
  if (outcome.is === 'other-amount' || outcome.is === 'reversed') {
    throw new Refusal(`${whyNotBooked(outcome)}: nothing was booked.`);
  }
  const booked = outcome.is === 'booked';
  answer(options, { client: { id: clientId, ...balanceJson(balance) }, booked }, () =>
    booked
      ? `${roubles(amountKopecks)} roubles are booked; the balance is ${roubles(balance.fundsKopecks)}.`
      : `This payment was booked on ${moscowDateTime(outcome.at)}; nothing was changed. The balance is ${roubles(balance.fundsKopecks)}.`,
  );
}

function whyNotBooked(outcome: Extract<ToppedUp, { is: 'other-amount' | 'reversed' }>): string {
  const at = moscowDateTime(outcome.at);
  return outcome.is === 'reversed'
    ? `The payment of this reference was reversed on ${at}; use another reference`
    : `The payment of this reference was booked on ${at} with ${roubles(outcome.amountKopecks)} roubles`;
}

async function reverse(
  clientId: number,
  options: OutputOptions & { reference: string; reason: string },
): Promise<void> {
  const { reference, reason } = options;
  const { outcome, balance } = await withWorld(async ({ db, clock }) => ({
    outcome: await reverseTopUp(db, { clientId, reference, reason }, clock.now()),
    balance: await mustBalance(db, clientId),
  }));
  if (outcome.is === 'no-client') throw noClient(clientId);
  if (outcome.is !== 'reversed') throw new Refusal(`${whyNotReversed(outcome)}: nothing was booked.`);
  answer(
    options,
    { client: { id: clientId, ...balanceJson(balance) }, reversed: outcome.amountKopecks / 100 },
    () =>
      `${roubles(outcome.amountKopecks)} roubles are booked back; the balance is ${roubles(balance.fundsKopecks)}.`,
  );
}

const whyNotReversed = (outcome: Exclude<Reversed, { is: 'reversed' }>): string =>
  outcome.is === 'reversed-before'
    ? `This top-up was reversed on ${moscowDateTime(outcome.at)}`
    : 'This client has no top-up of this reference';

async function mustBalance(db: Sql, clientId: number): Promise<Balance> {
  const balance = await findBalance(db, clientId);
  if (balance === null) throw noClient(clientId);
  return balance;
}

export function balanceJson(balance: Balance): object {
  return { balance: balance.fundsKopecks / 100, credit: balance.creditKopecks / 100 };
}
