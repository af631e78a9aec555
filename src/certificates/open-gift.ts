import type { Context } from '../context.ts';
import { revealCode, type CodeReader } from '../vault/reveal.ts';
import type { CertificateCode, GiftView } from './certificate-view.ts';
import { findGifts, type FoundGift, type GiftKey } from './find-gift.ts';
import { sampleCode } from './sample-certificate.ts';

export interface OpenGift {
  view: GiftView;
  code: CertificateCode;
}

type Opening = { reader: CodeReader; address: string };

/** Finds a certificate and opens its code; null when none was issued or it may not be shown. Each opening is on record. */
export async function openGift(
  ctx: Pick<Context, 'db' | 'keyring' | 'clock'>,
  key: GiftKey,
  opening: Opening,
): Promise<OpenGift | null> {
  const [gift] = await findGifts(ctx.db, [key], ctx.clock.now());
  return gift ? openFoundGift(ctx, gift, opening) : null;
}

export async function openFoundGift(
  { db, keyring, clock }: Pick<Context, 'db' | 'keyring' | 'clock'>,
  gift: FoundGift,
  opening: Opening,
): Promise<OpenGift | null> {
  // Before its activation no till takes the code, and its supplier wants it shown to nobody; a blocked one is nobody's.
  if (gift.view.state === 'closed-until-activation' || gift.view.state === 'blocked') return null;
  if (gift.codeId === null) return { view: gift.view, code: sampleCode };
  const reading = { ...opening, supplierId: gift.supplierId, codeId: gift.codeId };
  return { view: gift.view, code: await revealCode(db, keyring, reading, clock.now()) };
}
