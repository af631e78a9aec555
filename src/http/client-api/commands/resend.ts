/** resend: sends a certificate again, also to a corrected address. */
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { askForResend, type Resend, type ResendAddress } from '../../../messaging/queue/resend.ts';
import { noCertificate, ok, refuse, resentTooOften, wrongFields, type Answer } from '../answer.ts';
import { emailField, phoneField, readFields, wholeValues } from '../../../platform/values/fields.ts';
import type { AwaitRequest } from '../await-issue.ts';
import { certificateErrors, certificateRequest, withCertificate } from '../issued-certificate.ts';
import type { Operation } from '../operation.ts';

const addressRequest = {
  email_to: emailField('The corrected e-mail; the certificate goes there', { most: 255 }),
  to_phone: phoneField('The corrected phone, 7XXXXXXXXXX; a code for later receipt goes there'),
};

const answer = z.object({
  id: z.int().meta({ description: 'The request' }),
  channels: z.array(z.enum(['email', 'sms'])).meta({ description: 'How it is being sent' }),
  left_today: z.int().min(0).meta({ description: 'Resends of this order that are left today, Moscow time' }),
});

/** resend: sends a certificate again. */
export function resend(ctx: Pick<Context, 'db' | 'clock'>, find: AwaitRequest): Operation {
  return {
    cmd: 'resend',
    title: 'Sends an issued certificate again, to the same or a corrected address',
    request: { ...certificateRequest, ...addressRequest },
    answer,
    errors: [...certificateErrors, 1211],
    async run(caller, data) {
      const reading = readFields(addressRequest, data);
      const values = wholeValues(reading);
      if (values === null) return refuse(wrongFields(reading.wrong));
      const address: ResendAddress = {
        ...(values.email_to !== '' && { email: values.email_to }),
        ...(values.to_phone !== '' && { phone: values.to_phone }),
      };
      return withCertificate(find, caller, data, async (request) =>
        answerOf(request.requestId, await askForResend(ctx, request, 'client', address)),
      );
    },
  };
}

function answerOf(id: number, resent: Resend): Answer {
  switch (resent.is) {
    case 'asked':
      return ok({ id, channels: resent.channels, left_today: resent.leftToday });
    case 'no-certificate':
    case 'blocked':
      return refuse(noCertificate);
    case 'erased':
      return refuse(resentTooOften('it is over, and its recipient was erased'));
    case 'no-address':
      return refuse(wrongFields(['email_to', 'to_phone']));
    case 'under-way':
      return refuse(resentTooOften('it is being sent at this moment'));
    case 'too-soon':
      return refuse(resentTooOften(`repeat in ${resent.waitSeconds} seconds`));
    case 'too-many':
      return refuse(resentTooOften('repeat tomorrow'));
  }
}
