import type { Command } from 'commander';
import { showCode, type CodeShown } from '../../acts/guarded/show-code.ts';
import { fromShell } from '../../people/access/principal.ts';
import { clientOfRequest } from '../../orders/search/client-of-request.ts';
import { notYet } from '../people/approval.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withCell } from '../shell/with-world.ts';

/** Hangs `code` under `order`. */
export function registerCode(order: Command): void {
  order
    .command('code')
    .description('Show the code of a certificate; the client sees in its audit that it was shown.')
    .argument('<id>', 'id of the request, as returned by makeOrder', anId)
    .requiredOption('--reason <why>', 'stored in the audit, and read by whoever approves')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(code);
}

const help = `
While four eyes are on, the first run asks for an approval. Run it again within a day after it was given, and the code is
shown, once.

Example:
  facevalue order code 3500001 --reason "the shop cannot scan it"`;

const whyNot: Record<Exclude<CodeShown['is'], 'shown'>, string> = {
  missing: 'has no certificate',
  closed: 'has a code that may not be shown: it is not active yet, or was taken back',
  'step-up': 'needs a fresh proof of who you are',
};

async function code(requestId: number, options: OutputOptions & { reason: string }): Promise<void> {
  const shown = await withCell(requestId, async (world) => {
    const clientId = await clientOfRequest(world.db, requestId);
    if (clientId === null) throw new Refusal(`There is no request ${requestId}.`);
    return showCode(world, fromShell, { clientId, requestId, reason: options.reason });
  });
  if (shown.is === 'waits' || shown.is === 'not-asked') throw notYet(shown);
  if (shown.is !== 'shown') throw new Refusal(`Request ${requestId} ${whyNot[shown.is]}.`, { why: shown.is });
  const { number, pin } = shown.code;
  answer(options, { id: requestId, number, pin, link: shown.link }, () =>
    [`Number: ${number}`, ...(pin === '' ? [] : [`PIN: ${pin}`]), `Link: ${shown.link}`].join('\n'),
  );
}
