import type { Command } from 'commander';
import { fromShell } from '../../people/access/principal.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import {
  findQuarantined,
  listQuarantineOfAll,
  settleQuarantined,
  type QuarantinedExchange,
} from '../../suppliers/quarantine.ts';
import { aCount, anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

/** `quarantine`: lists, shows and settles unclear calls to suppliers. */
export function register(program: Command): void {
  const quarantine = program
    .command('quarantine')
    .description(
      'Calls to suppliers that a person must check: the outcome is unknown, or the code cannot be sold.',
    );
  quarantine
    .command('list')
    .description('Calls that wait for a person, newest first.')
    .option('--supplier <id>', 'only of this supplier', anId)
    .option('--settled', 'also settled ones')
    .option('--limit <count>', 'how many', aCount, 50)
    .option(...jsonOption)
    .action(list);
  quarantine
    .command('show')
    .description('One call with all requests and answers; codes and secrets are masked.')
    .argument('<exchange>', 'id of the exchange', anId)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue quarantine show 17')
    .action(show);
  quarantine
    .command('settle')
    .description('Mark it as settled.')
    .argument('<exchange>', 'id of the exchange', anId)
    .requiredOption('--note <text>', 'what was found and done about it')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  facevalue quarantine settle 17 --note "The supplier has cancelled the code"',
    )
    .action(settle);
}

interface ListOptions extends OutputOptions {
  supplier?: number;
  settled?: boolean;
  limit: number;
}

async function list(options: ListOptions): Promise<void> {
  const exchanges = await withWorld((world) =>
    listQuarantineOfAll(world, {
      supplierId: options.supplier ?? null,
      settled: options.settled === true,
      limit: options.limit,
    }),
  );
  answer(options, { quarantine: exchanges.map(jsonOf) }, () =>
    exchanges.length === 0
      ? 'Nothing waits in quarantine.'
      : table(
          ['EXCHANGE', 'SUPPLIER', 'KIND', 'REQUEST', 'PRODUCT', 'FACE', 'SINCE', 'WHY', 'SETTLED'],
          exchanges.map((one) => [
            one.exchangeId,
            one.supplier,
            one.kind,
            one.requestId,
            one.productId,
            roubles(one.faceKopecks),
            moscowDateTime(one.createdAt),
            whyOf(one),
            one.settledAt === null ? '–' : one.settledNote,
          ]),
        ),
  );
}

async function show(exchangeId: number, options: OutputOptions): Promise<void> {
  const found = await withWorld((world) => findQuarantined(cellOf(world, exchangeId).db, exchangeId));
  if (found === null) throw noSuch(exchangeId);
  const calls = found.calls.map((call) => ({
    attempt: call.attempt,
    at: call.at,
    duration_ms: call.durationMs,
    outcome: call.outcome,
    http_status: call.httpStatus,
    details: call.details,
    transcript: call.transcript,
  }));
  answer(options, { exchange: { ...jsonOf(found), calls } }, () =>
    [
      `Exchange ${exchangeId} with ${found.supplier}: ${found.kind} for request ${found.requestId}, ${roubles(found.faceKopecks)} ₽.`,
      `The supplier knows it as request_id ${found.callId}.`,
      `Why it is here: ${whyOf(found)}.`,
      ...(found.settledAt === null
        ? []
        : [`Settled at ${moscowDateTime(found.settledAt)}: ${found.settledNote}`]),
      ...found.calls.map(
        (call) =>
          `\nCall ${call.attempt} at ${moscowDateTime(call.at)}, ${call.durationMs} ms: ${call.outcome}${call.details && `, ${call.details}`}\n${call.transcript}`,
      ),
    ].join('\n'),
  );
}

async function settle(exchangeId: number, options: OutputOptions & { note: string }): Promise<void> {
  const { note } = options;
  const outcome = await withWorld((world) => {
    const { db, keyring, clock } = cellOf(world, exchangeId);
    return settleQuarantined(db, keyring, fromShell, { exchangeId, note }, clock.now());
  });
  if (outcome === 'no-note') throw new Misuse('The note is empty.');
  if (outcome === 'not-open') throw noSuch(exchangeId);
  answer(
    options,
    { exchange: { id: exchangeId, settled: true } },
    () => `Exchange ${exchangeId} is settled.`,
  );
}

const whyOf = ({ state, details }: QuarantinedExchange): string =>
  state === 'due' ? 'no clear answer yet; the supplier is being asked again' : details;

const noSuch = (exchangeId: number): Refusal => new Refusal(`No exchange ${exchangeId} waits in quarantine.`);

const jsonOf = (one: QuarantinedExchange): object => ({
  id: one.exchangeId,
  supplier_id: one.supplierId,
  supplier: one.supplier,
  kind: one.kind,
  client_id: one.clientId,
  request_id: one.requestId,
  product_id: one.productId,
  face: one.faceKopecks / 100,
  call_id: one.callId,
  state: one.state,
  details: whyOf(one),
  attempts: one.attempts,
  created_at: one.createdAt,
  ended_at: one.endedAt,
  settled_at: one.settledAt,
  settled_note: one.settledNote,
});
