import { InvalidArgumentError, type Command } from 'commander';
import { bookTopUp } from '../../acts/guarded/book-top-up.ts';
import { notYet } from '../people/approval.ts';
import { findBalance, type Balance } from '../../ledger/balance.ts';
import { maxReferenceLength, type Reversed, type ToppedUp } from '../../ledger/top-up.ts';
import { listTopUpRequests, topUpState, type TopUpRequest } from '../../ledger/top-up-requests.ts';
import { setBalanceWatch } from '../../clients/money/balance-watch.ts';
import { reverseBooking } from '../../acts/guarded/reverse-booking.ts';
import { fromShell } from '../../people/access/principal.ts';
import type { Sql } from '../../platform/database/database.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { aFace, anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { noClient, Refusal } from '../shell/problems.ts';
import { withCell } from '../shell/with-world.ts';

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
    .action(bookPayment);
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
  client
    .command('top-ups')
    .description('Payments that the client has announced; `top-up --reference` books one.')
    .argument('<client>', 'id of the client', anId)
    .option(...jsonOption)
    .action(listTopUps);
  client
    .command('warn')
    .description('Tell owners and finance people by letter when little is left to spend.')
    .argument('<client>', 'id of the client', anId)
    .requiredOption('--below <roubles>', 'balance and credit together; none: no letters', aLevel)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue client warn 11638 --below 50000')
    .action(warnBelow);
}

interface WarnOptions extends OutputOptions {
  below: number | 'none';
}

async function warnBelow(clientId: number, options: WarnOptions): Promise<void> {
  const below = options.below === 'none' ? null : options.below;
  const set = await withCell(clientId, async ({ clock, ...ctx }) => {
    await mustBalance(ctx.db, clientId);
    return setBalanceWatch(ctx, fromShell, { clientId, levelKopecks: below }, clock.now());
  });
  if (set.is !== 'set') throw new Refusal('This is no level: nothing was changed.');
  answer(options, { client: { id: clientId, warn_below: below === null ? null : below / 100 } }, () =>
    below === null
      ? 'Nobody is told of low funds.'
      : `Owners, finance people and the contact of the client are told when less than ${roubles(below)} roubles are available.`,
  );
}

const aLevel = (text: string): number | 'none' => (text === 'none' ? text : aFace(text));

const maxListed = 50;

async function listTopUps(clientId: number, options: OutputOptions): Promise<void> {
  const requests = await withCell(clientId, async ({ db }) => {
    await mustBalance(db, clientId);
    return listTopUpRequests(db, { clientId, fromKey: null, direction: 'older', limit: maxListed });
  });
  answer(options, { top_ups: requests.map(topUpJson) }, () =>
    table(
      ['REFERENCE', 'ASKED', 'SUM', 'STATE', 'BOOKED', 'BY'],
      requests.map((one) => [
        one.reference,
        moscowDateTime(one.askedAt),
        roubles(one.sumKopecks),
        topUpState(one),
        one.booked === null ? '' : roubles(one.booked.sumKopecks),
        one.askedBy,
      ]),
    ),
  );
}

const topUpJson = (one: TopUpRequest): object => ({
  id: one.requestId,
  reference: one.reference,
  sum: one.sumKopecks / 100,
  state: topUpState(one),
  booked_sum: one.booked === null ? null : one.booked.sumKopecks / 100,
  asked_at: one.askedAt,
});

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

async function bookPayment(clientId: number, amountKopecks: number, options: TopUpOptions): Promise<void> {
  const { reference, note } = options;
  const { outcome, balance } = await withCell(clientId, async ({ db, keyring, clock }) => ({
    outcome: await bookTopUp(
      { db, keyring },
      fromShell,
      { clientId, amountKopecks, reference, note },
      clock.now(),
    ),
    balance: await mustBalance(db, clientId),
  }));
  if (outcome.is === 'no-client' || outcome.is === 'step-up') throw noClient(clientId);
  if (outcome.is === 'waits' || outcome.is === 'not-asked') throw notYet(outcome);
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
  const { outcome, balance } = await withCell(clientId, async ({ db, keyring, clock }) => ({
    outcome: await reverseBooking(db, keyring, fromShell, { clientId, reference, reason }, clock.now()),
    balance: await mustBalance(db, clientId),
  }));
  if (outcome.is === 'no-client') throw noClient(clientId);
  if (outcome.is === 'step-up') throw new Error('A shell needs no proof.');
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
