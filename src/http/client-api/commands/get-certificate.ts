/** getCertificate: the certificate as PDF. */
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { CertificateCode, GiftView } from '../../../certificates/certificate.ts';
import { giftToken, withExchangeLink } from '../../../certificates/gift-link.ts';
import { openGift } from '../../../certificates/open-gift.ts';
import { awaitingActivation, codeErased, ok, refuse } from '../answer.ts';
import type { AwaitRequest } from '../await-issue.ts';
import { certificateErrors, certificateRequest, withCertificate } from '../issued-certificate.ts';
import type { Operation } from '../operation.ts';

export type MakePdf = (view: GiftView, code: CertificateCode) => Promise<Buffer>;

export function getCertificate(
  ctx: Pick<Context, 'config' | 'db' | 'keyring' | 'clock'>,
  find: AwaitRequest,
  makePdf: MakePdf,
): Operation {
  return {
    cmd: 'getCertificate',
    title: 'The certificate as a PDF. Each reading is recorded',
    request: certificateRequest,
    answer: z.object({ certificate: z.base64().meta({ description: 'PDF, base64' }) }),
    errors: certificateErrors,
    run: (caller, data) =>
      withCertificate(find, caller, data, async (request) => {
        const opened = await openGift(ctx, request, { reader: 'pdf', address: caller.address });
        if (opened === 'closed') return refuse(awaitingActivation);
        if (opened === 'erased') return refuse(codeErased);
        const token = giftToken(ctx.keyring, request);
        const pdf = await makePdf(opened.view, withExchangeLink(ctx, opened, token));
        return ok({ certificate: pdf.toString('base64') });
      }),
  };
}
