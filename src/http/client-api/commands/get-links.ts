import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { createChoiceProducts } from '../../../catalog/choice-products.ts';
import { exchangeLink, giftToken, receivingLink } from '../../../certificates/gift-link.ts';
import { ok } from '../answer.ts';
import type { AwaitRequest } from '../await-issue.ts';
import { certificateErrors, certificateRequest, withCertificate } from '../issued-certificate.ts';
import type { Operation } from '../operation.ts';

/** getLinks: the gift page of a certificate. */
export function getLinks(
  { config, keyring, db }: Pick<Context, 'config' | 'keyring' | 'db'>,
  find: AwaitRequest,
): Operation {
  const isChoice = createChoiceProducts(db);
  return {
    cmd: 'getLinks',
    title: 'The receiving link of a certificate',
    request: certificateRequest,
    answer: z.object({
      download_url: z.string().nullable().meta({ description: 'Gift page' }),
      exchange_url: z.string().nullable().meta({
        description: 'Of a choice certificate the page on which it is exchanged for others; else null',
      }),
    }),
    errors: certificateErrors,
    sharesItself: true,
    run: (caller, data) =>
      withCertificate(find, caller, data, async (found) => {
        const token = giftToken(keyring, found);
        return ok({
          download_url: receivingLink(config.baseUrl, token),
          exchange_url: (await isChoice(found.productId)) ? exchangeLink(config.baseUrl, token) : null,
        });
      }),
  };
}
