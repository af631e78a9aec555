/** `order move-clock`: time travel for one test order, in production too. */
import type { Command } from 'commander';
import { mostMovedSeconds, moveClockByPerson } from '../../orders/acts/move-test-clock.ts';
import { clientOfRequest } from '../../orders/search/client-of-request.ts';
import { fromShell } from '../../people/access/principal.ts';
import { aCount, anId } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withCell } from '../shell/with-world.ts';

export function registerMoveClock(order: Command): void {
  order
    .command('move-clock')
    .description("Move a test order's own clock forward: later sending, ttl, repeats of its callback.")
    .argument('<id>', 'id of the request, as returned by makeOrder', anId)
    .argument('<seconds>', 'how far', aCount)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue order move-clock 3500001 14400')
    .action(move);
}

async function move(requestId: number, seconds: number, options: OutputOptions): Promise<void> {
  const moved = await withCell(requestId, async ({ db, keyring, clock }) => {
    const clientId = (await clientOfRequest(db, requestId)) ?? 0;
    return moveClockByPerson(db, keyring, fromShell, { clientId, requestId, seconds }, clock.now());
  });
  if (moved.is === 'missing') throw new Refusal(`There is no test order ${requestId}.`);
  if (moved.is === 'too-far')
    throw new Refusal(`A clock goes ahead by 1 to ${mostMovedSeconds} seconds in all.`);
  answer(
    options,
    { id: requestId, ahead_seconds: moved.aheadSeconds },
    () => `The clock of test order ${requestId} is ${moved.aheadSeconds} seconds ahead.`,
  );
}
