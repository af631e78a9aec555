import { addressHint } from '../shell/address-hint.ts';
import { InvalidArgumentError, type Command } from 'commander';
import { resendsADay, type ResendAddress } from '../../messaging/queue/resend.ts';
import { emailField } from '../../platform/values/fields.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { clientOfRequest } from '../../orders/search/client-of-request.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { resendOrder, type OrderResent } from '../../orders/acts/resend-order.ts';
import { fromShell } from '../../people/access/principal.ts';
import { Refusal } from '../shell/problems.ts';
import { withCell } from '../shell/with-world.ts';

/** Adds the resend to `order`. */
export function registerResend(order: Command): void {
  order
    .command('resend')
    .description('Send a certificate again, to the same or a corrected address.')
    .argument('<id>', 'id of the request, as returned by makeOrder', anId)
    .option('--email <address>', 'the corrected e-mail: the certificate goes there', anEmail)
    .option(
      '--phone <phone>',
      'the corrected phone, 7XXXXXXXXXX: a code for later receipt goes there',
      aPhone,
    )
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(resend);
}

const help = `
Without an address it goes again to where it went last. Who asked, when and for which address is kept: see order show.

Examples:
  facevalue order resend 3500001
  facevalue order resend 3500001 --email anna@mail.example`;

const oneEmail = emailField('', { most: 255 });

function anEmail(text: string): string {
  const email = oneEmail.read(text);
  if (email === undefined || email === '')
    throw new InvalidArgumentError(`It must be an e-mail address.${addressHint(text)}`);
  return email;
}

function aPhone(text: string): string {
  const phone = readPhone(text);
  if (phone === null) throw new InvalidArgumentError('It must be a phone, as 79123456789.');
  return phone;
}

async function resend(requestId: number, options: OutputOptions & ResendAddress): Promise<void> {
  const address: ResendAddress = {
    ...(options.email !== undefined && { email: options.email }),
    ...(options.phone !== undefined && { phone: options.phone }),
  };
  const asked = await withCell(requestId, async (world) => {
    const clientId = await clientOfRequest(world.db, requestId);
    if (clientId === null) throw new Refusal(`There is no request ${requestId}.`);
    const outcome = await resendOrder(world, fromShell, { clientId, requestId }, address);
    if (outcome.is !== 'asked') throw new Refusal(`Request ${requestId} ${whyNot(outcome)}.`);
    return outcome;
  });
  const { channels, leftToday, repeated } = asked;
  answer(options, { id: requestId, channels, left_today: leftToday, repeated }, () =>
    repeated
      ? `Request ${requestId} was resent to this address a moment ago: nothing more is sent.`
      : `Request ${requestId} is sent again by ${channels.join(' and ')}. Left today: ${leftToday}.`,
  );
}

function whyNot(outcome: Exclude<OrderResent, { is: 'asked' }>): string {
  switch (outcome.is) {
    case 'missing':
    case 'step-up':
      return 'may not be resent from here';
    case 'no-certificate':
      return 'has no certificate';
    case 'blocked':
      return 'has a certificate that is blocked';
    case 'erased':
      return 'has a certificate that is over, and its recipient was erased';
    case 'no-address':
      return 'was sent to nobody: name --email or --phone';
    case 'under-way':
      return 'is being sent at this moment: try again in a minute';
    case 'too-soon':
      return `was sent again a moment ago: wait ${outcome.waitSeconds} seconds`;
    case 'too-many':
      return `was sent again ${resendsADay.operator} times today: that is the limit`;
  }
}
