import { Option, type Command } from 'commander';
import { replayCallback } from '../../callbacks/replay.ts';
import { fromShell } from '../../people/access/principal.ts';
import { descending, mergedList } from '../../platform/cells/merge.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { listCallbacks, type CallbackLine } from '../../reports/callback-report.ts';
import { clientOfRequest } from '../../orders/search/client-of-request.ts';
import { aCount, anId } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withCell, withWorld } from '../shell/with-world.ts';

/** `callback`: lists callbacks and sends them again. */
export function register(program: Command): void {
  const callback = program.command('callback').description('Callbacks to clients.');
  callback
    .command('list')
    .description('The newest callbacks and how their last attempt ended.')
    .option('--client <id>', 'only of this client', anId)
    .addOption(new Option('--state <state>', 'only in this state').choices(['due', 'accepted', 'abandoned']))
    .option('--limit <count>', 'how many', aCount, 20)
    .option(...jsonOption)
    .action(list);
  callback
    .command('replay')
    .description('Send a callback again: the same bytes, eight new attempts.')
    .argument('<request>', 'id of the request', anId)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue callback replay 3500001')
    .action(replay);
}

interface ListOptions extends OutputOptions {
  client?: number;
  state?: CallbackLine['state'];
  limit: number;
}

async function list(options: ListOptions): Promise<void> {
  const lines = await withWorld((world) => {
    const { client: clientId = null, state = null, limit } = options;
    const by = descending(({ requestId }: CallbackLine) => requestId);
    return mergedList(world, { by, limit }, ({ db }) => listCallbacks(db, { clientId, state, limit }));
  });
  const json = lines.map((line) => ({
    request_id: line.requestId,
    client_id: line.clientId,
    state: line.state,
    attempts: line.attempts,
    announced_at: line.announcedAt,
    due_at: line.dueAt,
    ended_at: line.endedAt,
    address: line.address,
    last_http_status: line.lastStatus,
    last_problem: line.lastProblem,
  }));
  answer(options, { callbacks: json }, () =>
    table(
      ['REQUEST', 'CLIENT', 'STATE', 'ATTEMPTS', 'ANNOUNCED', 'NEXT', 'LAST ANSWER', 'ADDRESS'],
      lines.map((line) => [
        line.requestId,
        line.clientId,
        line.state,
        line.attempts,
        moscowDateTime(line.announcedAt),
        line.state === 'due' ? moscowDateTime(line.dueAt) : '',
        line.lastStatus ?? line.lastProblem ?? '',
        line.address,
      ]),
    ),
  );
}

async function replay(requestId: number, options: OutputOptions): Promise<void> {
  await withCell(requestId, async ({ db, keyring, clock }) => {
    const clientId = await clientOfRequest(db, requestId);
    if (clientId === null) throw new Refusal(`There is no request ${requestId}.`);
    const outcome = await replayCallback(db, keyring, fromShell, { clientId, requestId }, clock.now());
    if (outcome.is === 'not-found') throw new Refusal(`Request ${requestId} has no callback.`);
  });
  answer(
    options,
    { callback: { request_id: requestId, state: 'due' } },
    () => `The callback of request ${requestId} is due again.`,
  );
}
