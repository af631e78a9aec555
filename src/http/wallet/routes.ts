/** The routes that make wallet passes of a certificate. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { findGiftByToken } from '../../certificates/find-gift.ts';
import { noteGiftEvent } from '../../certificates/gift-events.ts';
import { openFoundGift, type OpenGift } from '../../certificates/open-gift.ts';
import { productPicture } from '../../certificates/documents/pictures/product-picture.ts';
import { googleSaveLink } from '../../certificates/documents/wallet/google-save-link.ts';
import { createPassMaker, type PassMaker } from '../../certificates/documents/wallet/pass-maker.ts';
import { walletNames, walletsFor, type WalletName } from '../../certificates/documents/wallet/wallets.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';
import { cellInLink } from '../../platform/cells/cell-ids.ts';
import type { Language } from '../../platform/text/language.ts';
import { acceptForms } from '../../web/forms.ts';
import { privatePageHeaders } from '../../web/page-headers.ts';
import { at, languageOf } from '../../web/request-language.ts';

const tokenForm = /^[A-Za-z0-9_-]{22,64}$/;

interface WalletRoute {
  Params: { token: string };
  Querystring: { lang?: unknown };
}

type WalletRequest = FastifyRequest<WalletRoute>;

/**
 * `POST /g/<token>/wallet/apple` returns a pass, `…/google` redirects to the link that saves one. Each opens the code
 * and records it. Without the operator's keys these routes do not exist.
 */
export async function registerWallet(app: FastifyInstance, ctx: Context): Promise<void> {
  const names = walletNames.filter((name) => ctx.config.wallets[name] !== null);
  if (names.length === 0) return;
  const passes = createPassMaker();
  app.addHook('onClose', () => passes.close());
  await app.register(async (scope) => {
    await acceptForms(scope, 'button');
    for (const name of names)
      // The address contains the token, so Fastify's own request log is off for these routes.
      scope.post<WalletRoute>(`/g/:token/wallet/${name}`, { logLevel: 'warn' }, (request, reply) =>
        putInWallet(ctx, passes, name, request, reply),
      );
  });
}

async function putInWallet(
  ctx: Context,
  passes: PassMaker,
  name: WalletName,
  request: WalletRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params;
  const language = languageOf(request);
  const opened = await open(ctx, name, request);
  void reply.headers(privatePageHeaders());
  // The gift's own page says why it is not available.
  if (opened === null) return reply.redirect(at(`/g/${encodeURIComponent(token)}`, language), 303);
  return name === 'apple'
    ? sendPass(ctx, passes, opened, language, reply)
    : sendToGoogle(ctx, opened, language, reply);
}

async function open(
  installation: Context,
  name: WalletName,
  request: WalletRequest,
): Promise<OpenGift | null> {
  const { token } = request.params;
  const ctx = cellOf(installation, cellInLink(token));
  const gift = tokenForm.test(token) ? await findGiftByToken(ctx.db, token, ctx.clock.now()) : null;
  if (gift === null || !walletsFor(ctx, gift.view).includes(name)) return null;
  const opened = await openFoundGift(ctx, gift, { reader: 'wallet', address: request.ip });
  const { clientId, requestId } = gift.view;
  if (opened !== null) noteGiftEvent(ctx, { clientId, requestId, kind: 'wallet' }, ctx.clock.now());
  return opened;
}

async function sendPass(
  ctx: Context,
  passes: PassMaker,
  { view, code }: OpenGift,
  language: Language,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { apple } = ctx.config.wallets;
  if (apple === null) throw new Error('A pass was requested without keys.');
  const pass = await passes.make({ apple, view, code, language }, await productPicture(ctx, view.pictureUrl));
  const file = `certificate-${view.orderNumber.replaceAll(/[^\w-]/g, '')}.pkpass`;
  return reply
    .header('content-type', 'application/vnd.apple.pkpass')
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(pass);
}

function sendToGoogle(
  { config, clock }: Context,
  { view, code }: OpenGift,
  language: Language,
  reply: FastifyReply,
): FastifyReply {
  const { google } = config.wallets;
  if (google === null) throw new Error('A save link was requested without keys.');
  return reply.redirect(googleSaveLink({ google, view, code, language, now: clock.now() }), 303);
}
