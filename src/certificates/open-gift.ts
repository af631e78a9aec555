/** Opens the code of a certificate and records the reading. */
import type { Context } from '../context.ts';
import type { Sql } from '../platform/database/database.ts';
import { revealCode, type CodeReader, type CodeReading } from '../vault/reveal.ts';
import type { CertificateCode, GiftView } from './certificate.ts';
import { findGifts, type FoundGift, type GiftKey } from './find-gift.ts';
import { sampleCode } from './sample-certificate.ts';

export interface OpenGift {
  view: GiftView;
  code: CertificateCode;
}

type OpeningContext = Pick<Context, 'keyring' | 'clock'> & { db: Sql };

type Opening = { reader: CodeReader; address: string };

/**
 * Finds a certificate and opens its code. `closed`: none was issued, or it may not be shown; `erased`: it ended long ago, and its
 * code is no longer kept. Every opening is recorded.
 */
export async function openGift(
  ctx: OpeningContext,
  key: GiftKey,
  opening: Opening,
): Promise<OpenGift | 'closed' | 'erased'> {
  const [gift] = await findGifts(ctx.db, [key], ctx.clock.now());
  if (!gift) return 'closed';
  if (gift.view.codeErased) return 'erased';
  return (await openFoundGift(ctx, gift, opening)) ?? 'closed';
}

/**
 * A code that is not active yet is not accepted by tills, and its supplier does not want it shown; a blocked code is
 * invalid; an erased one is no longer there.
 */
export const mayBeShown = ({ view }: FoundGift): boolean =>
  view.state !== 'closed-until-activation' && view.state !== 'blocked' && !view.codeErased;

type Reveal = (reading: CodeReading) => Promise<CertificateCode>;

const revealIn =
  ({ db, keyring, clock }: OpeningContext): Reveal =>
  (reading) =>
    revealCode(db, keyring, reading, clock.now());

export async function openFoundGift(
  ctx: OpeningContext,
  gift: FoundGift,
  opening: Opening,
  reveal = revealIn(ctx),
): Promise<OpenGift | null> {
  if (!mayBeShown(gift)) return null;
  if (gift.codeId === null) return { view: gift.view, code: sampleCode };
  const reading = { ...opening, supplierId: gift.supplierId, codeId: gift.codeId };
  return { view: gift.view, code: await reveal(reading) };
}
