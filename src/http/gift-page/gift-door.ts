import type { Context } from '../../context.ts';
import type { PdfMaker } from '../../delivery/certificate-pdf/pdf-maker.ts';
import { findGiftByToken } from '../../delivery/find-gift.ts';
import { openFoundGift } from '../../delivery/open-gift.ts';
import { productPicture } from '../../delivery/product-picture.ts';
import type { GiftPageDoor } from './gift-page.ts';

/** What the gift page may do: find a certificate by its token, open it on record, print it. */
export function createGiftDoor(ctx: Context, pdf: PdfMaker): GiftPageDoor {
  return {
    async find(token) {
      const gift = await findGiftByToken(ctx.db, token, ctx.clock.now());
      return gift?.view ?? null;
    },
    async reveal(token, by, address) {
      const gift = await findGiftByToken(ctx.db, token, ctx.clock.now());
      if (gift === null) return null;
      return openFoundGift(ctx, gift, { reader: by === 'pdf' ? 'pdf' : 'gift-page', address });
    },
    async pdf(view, code, language) {
      return pdf.make(view, code, await productPicture(ctx, view.pictureUrl), language);
    },
  };
}
