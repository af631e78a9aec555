/** Gives products an uploaded picture. Certificates that were sold keep theirs. */
import { findProduct } from '../../catalog/find-product.ts';
import { productsOfItsBrand } from '../../catalog/products-of-brand.ts';
import { makePictures, type PictureRefusal } from '../../certificates/documents/pictures/make-pictures.ts';
import { storedPath, storePictures } from '../../certificates/documents/pictures/stored-pictures.ts';
import { operator } from '../../people/access/party.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import { changeProduct } from '../../certificates/templates/change-catalog.ts';
import { changedFields, recorded, supplierParty, type ActContext } from './recorded.ts';

/** How many products of one brand get a picture at once. */
const mostIllustrated = 500;

export interface PictureAsk {
  productId: number;
  /** All products of its brand get the picture. */
  ofBrand: boolean;
  upload: Buffer;
  /** Where this installation serves pictures. */
  baseUrl: string;
}

export type Illustrated =
  | { is: 'set'; products: number }
  | { is: 'no-product' }
  | { is: 'refused'; why: PictureRefusal | 'too-many' };

export type PictureKept =
  /** Its address, in its largest size. */
  | { is: 'kept'; address: string }
  | { is: 'no-product' }
  | { is: 'refused'; why: PictureRefusal | 'too-many' };

/** Keeps a picture for the templates of a supplier; no product changes. */
export async function keepPicture(
  ctx: ActContext,
  principal: Principal,
  { productId, upload, baseUrl }: Omit<PictureAsk, 'ofBrand'>,
  now: Date,
): Promise<PictureKept> {
  const made = await makePictures(upload);
  if (made.is === 'refused') return made;
  const { small, medium, large } = made.pictures;
  return recorded<PictureKept>(
    ctx,
    principal,
    async (tx) => {
      const product = await findProduct(tx, productId);
      const party = product && supplierParty(product.supplierId);
      if (product === null || party === null || !may(principal, 'templates.change', party))
        return { outcome: { is: 'no-product' }, done: null };
      const stored = await storePictures(tx, product.supplierId, [small, medium, large], now);
      if (stored === 'too-many') return { outcome: { is: 'refused', why: stored }, done: null };
      const address = `${baseUrl}${storedPath(product.supplierId, large.name)}`;
      const about = `product ${productId}`;
      return {
        outcome: { is: 'kept', address },
        done: { party, act: 'picture.kept', about, after: { image: address } },
      };
    },
    now,
  );
}

export async function illustrateProducts(
  ctx: ActContext,
  principal: Principal,
  { productId, ofBrand, upload, baseUrl }: PictureAsk,
  now: Date,
): Promise<Illustrated> {
  if (!may(principal, 'products.change', operator)) return { is: 'no-product' };
  const made = await makePictures(upload);
  if (made.is === 'refused') return made;
  const { small, medium, large } = made.pictures;
  return recorded<Illustrated>(
    ctx,
    principal,
    async (tx) => {
      const before = await findProduct(tx, productId);
      if (before === null) return { outcome: { is: 'no-product' }, done: null };
      const { supplierId, brand } = before;
      const ids = ofBrand ? await productsOfItsBrand(tx, productId) : [productId];
      const tooMany: Illustrated = { is: 'refused', why: 'too-many' };
      if (ids.length > mostIllustrated) return { outcome: tooMany, done: null };
      const stored = await storePictures(tx, supplierId, [small, medium, large], now);
      if (stored === 'too-many') return { outcome: tooMany, done: null };
      const address = (name: string): string => `${baseUrl}${storedPath(supplierId, name)}`;
      const images = {
        small: address(small.name),
        medium: address(medium.name),
        large: address(large.name),
      };
      for (const id of ids) await changeProduct(tx, { productId: id, fields: { images } }, now);
      const outcome: Illustrated = { is: 'set', products: ids.length };
      const changed = changedFields({ image: before.images.large }, { image: images.large });
      if (changed === null && !ofBrand) return { outcome, done: null };
      const about = ofBrand ? `brand ${brand}` : `product ${productId}`;
      const after = { image: images.large, products: ids.length };
      const done = { act: 'picture.set', about, before: changed?.before ?? null, after };
      return { outcome, done: { ...done, party: supplierParty(supplierId) } };
    },
    now,
  );
}
