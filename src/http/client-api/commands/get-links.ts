import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { giftToken, receivingLink } from '../../../certificates/gift-link.ts';
import { ok } from '../answer.ts';
import type { AwaitRequest } from '../await-issue.ts';
import { certificateErrors, certificateRequest, withCertificate } from '../issued-certificate.ts';
import type { Operation } from '../operation.ts';

/** getLinks: the gift page of a certificate. */
export function getLinks(
  { config, keyring }: Pick<Context, 'config' | 'keyring'>,
  find: AwaitRequest,
): Operation {
  return {
    cmd: 'getLinks',
    title: 'The receiving link of a certificate',
    request: certificateRequest,
    answer: z.object({
      download_url: z.string().nullable().meta({ description: 'Gift page' }),
      exchange_url: z.string().nullable(),
    }),
    errors: certificateErrors,
    sharesItself: true,
    run: (caller, data) =>
      withCertificate(find, caller, data, (found) =>
        ok({
          download_url: receivingLink(config.baseUrl, giftToken(keyring, found)),
          exchange_url: null,
        }),
      ),
  };
}
