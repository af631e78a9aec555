/** `bulk confirm`, `pause` and the other decisions about a bulk order. */
import type { Command } from 'commander';
import { confirmBulk } from '../../orders/bulk/confirm-bulk.ts';
import {
  cancelBulk,
  pauseBulk,
  resumeBulk,
  type Decided,
  type Deciding,
} from '../../orders/bulk/decide-bulk.ts';
import type { BulkKey } from '../../orders/bulk/bulk-order.ts';
import { fromShell, type Principal } from '../../people/access/principal.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withCell } from '../shell/with-world.ts';
import { bulkJson } from './bulk-text.ts';

interface DecideOptions extends OutputOptions {
  again?: boolean;
  linkOnly?: boolean;
}

type Decide = (
  ctx: Deciding,
  principal: Principal,
  ask: BulkKey & { again: boolean; linkOnly: boolean },
  now: Date,
) => Promise<Decided>;

export function registerDecisions(bulk: Command): void {
  const confirm = addDecision(
    bulk,
    'confirm',
    'Place what the preview shows; wrong lines are left out.',
    confirmBulk,
  );
  confirm
    .option('--again', 'the same file as an earlier one is meant')
    .option('--link-only', 'lines without any address are meant: only their link is wanted');
  addDecision(bulk, 'pause', 'Place no more for now.', pauseBulk);
  addDecision(bulk, 'resume', 'Go on placing.', resumeBulk);
  addDecision(bulk, 'cancel', 'Place no more for good; what is placed stays placed.', cancelBulk);
}

function addDecision(bulk: Command, name: string, description: string, decide: Decide): Command {
  return bulk
    .command(name)
    .description(description)
    .argument('<client>', 'id of the client', anId)
    .argument('<bulk>', 'id of the bulk order', anId)
    .option(...jsonOption)
    .action((clientId: number, bulkId: number, options: DecideOptions) =>
      run(decide, { clientId, bulkId }, options),
    );
}

async function run(decide: Decide, key: BulkKey, options: DecideOptions): Promise<void> {
  const ask = { ...key, again: options.again ?? false, linkOnly: options.linkOnly ?? false };
  const decided = await withCell(key.clientId, ({ clock, ...ctx }) =>
    decide(ctx, fromShell, ask, clock.now()),
  );
  if (decided.is !== 'done') throw new Refusal(whyNot(key, decided), { why: decided.is });
  const { bulk } = decided;
  answer(options, { bulk: bulkJson(bulk) }, () => `Bulk order ${bulk.bulkId} is ${bulk.state}.`);
}

function whyNot({ clientId, bulkId }: BulkKey, decided: Exclude<Decided, { is: 'done' }>): string {
  switch (decided.is) {
    case 'step-up':
    case 'unknown':
      return `Client ${clientId} has no bulk order ${bulkId}.`;
    case 'in-state':
      return `Bulk order ${bulkId} is in the state ${decided.state}; nothing was changed.`;
    case 'nothing-right':
      return `Bulk order ${bulkId} has no line that is right.`;
    case 'waits':
      return 'This sum needs a second person: it waits for one of the client’s (see the page of the bulk order)';
    case 'too-many':
      return 'Too many approvals of this client are open';
    case 'changed':
      return 'It costs more than what was asked for';
    case 'link-only':
      return `Lines without an address: ${decided.lines}. Nothing is sent for them, there is only a link; --link-only says that this is meant.`;
    case 'same-file':
      return `The same file was placed as ${decided.sameFile.bulkId} (${decided.sameFile.state}); --again places it once more.`;
  }
}
