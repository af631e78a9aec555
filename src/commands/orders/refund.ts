import type { Command } from 'commander';
import { makeRefund, type MadeRefund } from '../../orders/acts/make-refund.ts';
import { fromShell } from '../../people/access/principal.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { clientOfRequest } from '../../orders/search/client-of-request.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withCell } from '../shell/with-world.ts';

/** Adds the refund to `order`. */
export function registerRefund(order: Command): void {
  order
    .command('refund')
    .description('Take back a certificate: block its code, return its sum, or what was paid for its rest.')
    .argument('<id>', 'id of the request, as returned by makeOrder', anId)
    .requiredOption('--note <why>', 'stored with the returned money')
    .option('--taken-back', 'the supplier has taken a redeemed certificate back')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(refund);
}

const help = `
The platform knows only what its own tills have redeemed: where the supplier redeems by itself, ask it first, and tell it
that this code is not to be accepted.

A certificate that a till has accepted is refunded only with --taken-back: its supplier gives up what it was redeemed for. The
redemption stays on record as taken back, and settlement counts it apart.

Of a certificate that is used in parts, or a choice certificate, what was paid for its rest is returned. What was chosen for a
choice certificate has to be refunded for itself: to that certificate, or to the client if that was refunded before.

Examples:
  facevalue order refund 3500001 --note "bought twice"
  facevalue order refund 3500002 --taken-back --note "goods returned, act 7 of 21.11.2026"`;

interface RefundOptions extends OutputOptions {
  note: string;
  takenBack?: boolean;
}

async function refund(requestId: number, options: RefundOptions): Promise<void> {
  const done = await withCell(requestId, async (world) => {
    const clientId = await clientOfRequest(world.db, requestId);
    if (clientId === null) throw new Refusal(`There is no request ${requestId}.`);
    const ask = { clientId, requestId, note: options.note, takenBack: options.takenBack === true };
    const refunded = await makeRefund(world, fromShell, ask, world.clock.now());
    if (refunded.is !== 'refunded') throw new Refusal(`Request ${requestId} ${whyNot(refunded)}.`);
    return { clientId, ...refunded };
  });
  answer(
    options,
    { id: requestId, client_id: done.clientId, ...refundedJson(done) },
    () =>
      `Refunded ${roubles(done.sumKopecks)} to ${done.toCertificate === true ? 'the choice certificate that has paid it' : `client ${done.clientId}`}. The code is blocked; the platform does not inform its supplier.`,
  );
}

/** What went to a choice certificate is not what the client has got back. */
const refundedJson = ({ sumKopecks, toCertificate }: Extract<MadeRefund, { is: 'refunded' }>): object =>
  toCertificate === true ? { refunded: 0, to_certificate: sumKopecks / 100 } : { refunded: sumKopecks / 100 };

function whyNot(outcome: Exclude<MadeRefund, { is: 'refunded' }>): string {
  switch (outcome.is) {
    case 'forbidden':
    case 'step-up':
      return 'may not be refunded from here';
    case 'no-order':
      return 'is not there';
    case 'test-order':
      return 'is a test order: no money was moved';
    case 'not-issued':
      return `has no certificate: it is ${outcome.state}`;
    case 'refunded-before':
      return `was refunded on ${moscowDateTime(outcome.at)}`;
    case 'redeemed':
      return `was redeemed on ${moscowDateTime(outcome.at)} at ${outcome.till}: only what its supplier took back is refunded then, see --taken-back`;
    case 'redeemed-in-part':
      return `was paid by a choice certificate, to which only the whole goes back, and ${roubles(outcome.takenKopecks)} of it were redeemed: its redemptions can be undone while their time has not passed`;
    case 'nothing-left':
      return 'has nothing left to refund';
    case 'chosen-on-its-way':
      return 'is a choice certificate for which something is still being issued: refund the rest when these orders have ended';
    case 'not-redeemed':
      return 'was not redeemed, or not all of it, at a till that the platform knows: refund it without --taken-back';
  }
}
