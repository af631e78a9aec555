/** `forget list` and `forget show`: what was erased. */
import type { Command } from 'commander';
import { readAddress } from '../../upkeep/erasure/address.ts';
import type { Hindrance } from '../../upkeep/erasure/hindrance.ts';
import { listErasureDays, listErasures, type ErasureLine } from '../../upkeep/erasure/list-erasures.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { aCount, aDay } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

const usualLines = 20;
const mostDays = 1000;

/** Adds what was erased to `forget`. */
export function registerLists(forget: Command): void {
  forget
    .command('list')
    .description('What people asked to erase, the newest first.')
    .option('--address <address>', 'only what was asked for this e-mail or phone: no other is told by it')
    .option('--limit <count>', 'how many', aCount, usualLines)
    .option(...jsonOption)
    .action(list);
  forget
    .command('days')
    .description('What was erased because its time was over, by client and day.')
    .requiredOption('--from <day>', 'the first day, as 2026-11-01', aDay)
    .option(...jsonOption)
    .action(days);
}

const ofText = ({ kind, requestId }: ErasureLine): string =>
  kind === 'address' ? 'an address' : kind === 'client' ? 'a client' : `request ${requestId}`;

interface ListOptions extends OutputOptions {
  address?: string;
  limit: number;
}

async function list(options: ListOptions): Promise<void> {
  const address = options.address === undefined ? null : readAddress(options.address);
  if (options.address !== undefined && address === null)
    throw new Refusal('It is no e-mail address and no phone, as 79161234567.');
  const ask = { fromKey: null, direction: 'older', address, limit: options.limit } as const;
  const erasures = await withWorld(({ db, keyring }) => listErasures(db, keyring, ask));
  answer(options, { erasures: erasures.map(erasureJson) }, () =>
    table(
      ['ERASURE', 'ASKED', 'BY', 'OF', 'CLIENT', 'ORDERS', 'ROWS', 'STATE', 'REASON'],
      erasures.map((one) => [
        one.id,
        moscowDateTime(one.askedAt),
        one.askedName,
        ofText(one),
        one.clientId ?? 'all',
        one.orders,
        one.rowsChanged,
        stateText(one),
        one.reason,
      ]),
    ),
  );
}

async function days(options: OutputOptions & { from: string }): Promise<void> {
  const erased = await withWorld(({ cells, db }) =>
    listErasureDays({ cells, pageDb: db }, { since: options.from, limit: mostDays }),
  );
  const json = erased.map(({ clientId, day, orders, codes, rowsChanged }) => ({
    client_id: clientId,
    day,
    orders,
    codes,
    rows: rowsChanged,
  }));
  answer(options, { days: json }, () =>
    table(
      ['DAY', 'CLIENT', 'ORDERS', 'CODES', 'ROWS'],
      erased.map((one) => [one.day, `${one.clientId} ${one.client}`, one.orders, one.codes, one.rowsChanged]),
    ),
  );
}

export const erasureJson = (erasure: ErasureLine): object => ({
  id: erasure.id,
  kind: erasure.kind,
  client_id: erasure.clientId,
  request_id: erasure.requestId,
  reason: erasure.reason,
  asked_by: erasure.askedName,
  asked_at: erasure.askedAt,
  state: erasure.state,
  orders: erasure.orders,
  rows: erasure.rowsChanged,
  waiting: erasure.waiting,
  hindrance: erasure.hindrance,
  next_try_at: erasure.state === 'due' ? erasure.dueAt : null,
  ended_at: erasure.endedAt,
});

export function erasureText(erasure: ErasureLine): string {
  const { id, orders, rowsChanged } = erasure;
  const erased = `Erasure ${id}: the recipients of ${orders} orders are erased, ${rowsChanged} rows.`;
  return erasure.state === 'ended' ? erased : `${erased}\n${stateText(erasure)}`;
}

function stateText({ state, waiting, hindrance, dueAt }: ErasureLine): string {
  if (state === 'ended') return 'ended';
  if (hindrance === null) return 'not done yet: a worker is at it';
  return `${waiting} wait: ${hindranceText(hindrance)}; tried again at ${moscowDateTime(dueAt)}`;
}

export function hindranceText(hindrance: Hindrance): string {
  switch (hindrance) {
    case 'on-its-way':
      return 'not issued yet';
    case 'not-sent':
      return 'the certificate is not sent yet';
    case 'callback-owed':
      return 'the client was not told yet';
    case 'busy':
      return 'being worked at';
  }
}
