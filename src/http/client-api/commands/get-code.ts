/** getCode: number and PIN of a certificate. */
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { openGift } from '../../../certificates/open-gift.ts';
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import { awaitingActivation, codeErased, ok, refuse } from '../answer.ts';
import type { AwaitRequest } from '../await-issue.ts';
import { certificateErrors, certificateRequest, withCertificate } from '../issued-certificate.ts';
import type { Operation } from '../operation.ts';

const answer = z.object({
  code: z.string().meta({ description: "The certificate's number" }),
  pin: z.string().meta({ description: 'Empty when the brand has none' }),
  expire_date: z.string().nullable().meta({ description: 'YYYY-MM-DD hh:mm:ss, Moscow time' }),
  format: z.string().meta({ description: 'Kind of barcode: code128, ean13, qr, … or none' }),
});

export function getCode(ctx: Pick<Context, 'db' | 'keyring' | 'clock'>, find: AwaitRequest): Operation {
  return {
    cmd: 'getCode',
    title: 'Number and PIN of a certificate. Each reading is recorded',
    request: certificateRequest,
    answer,
    errors: certificateErrors,
    sharesItself: true,
    run: (caller, data) =>
      withCertificate(find, caller, data, async (request) => {
        const opened = await openGift(ctx, request, { reader: 'client-api', address: caller.address });
        if (opened === 'closed') return refuse(awaitingActivation);
        if (opened === 'erased') return refuse(codeErased);
        const { view, code } = opened;
        const expireDate = view.expiresAt === null ? null : moscowDateTime(view.expiresAt);
        return ok({ code: code.number, pin: code.pin, expire_date: expireDate, format: view.barcode.kind });
      }),
  };
}
