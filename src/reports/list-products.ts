/** The products of the catalogue with their faces and codes, for commands of the operator. */
import { readOffers, type Lack, type Vouch } from '../catalog/judge-offers.ts';
import { freeCodes } from '../catalog/find-offers.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { mergedSums } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Language } from '../platform/text/language.ts';

interface FaceLine {
  faceKopecks: number;
  switchedOn: boolean;
  free: number | null;
}

/** A product for its operator, including disabled and sold-out ones. */
export interface ProductLine {
  productId: number;
  supplierId: number;
  supplier: string;
  brand: string;
  title: string;
  scheme: 'pool' | 'platform' | 'api';
  activation: 'none' | 'letter' | 'api' | 'pull';
  switchedOn: boolean;
  /** Whether it can be ordered, as it is stored; what is lacking before, and on whose word it can without a green test. */
  offered: boolean | null;
  lacks: Lack[];
  vouch: Vouch | null;
  /** Language of messages to recipients. */
  language: Language;
  /** `free`: codes that can be sold today and are not promised; null: the product has no pool. */
  faces: FaceLine[];
  minValidityDays: number;
  faceMinKopecks: number;
  faceMaxKopecks: number;
  faceStepKopecks: number;
}

interface ProductLinesAsk {
  supplierId: number | null;
  productId: number | null;
}

/** Products by id, with the codes that all cells have of them. */
export async function listProductLines(
  ctx: ReadingContext,
  ask: ProductLinesAsk,
  now: Date,
): Promise<ProductLine[]> {
  const lines = await mergedSums(ctx, ofProduct, ({ pageDb }) => linesIn(pageDb, ask, now));
  const judged = await readOffers(ctx.pageDb, { productIds: lines.map(({ productId }) => productId) });
  const offers = new Map(judged.map((product) => [product.productId, product]));
  return lines.map((line) => {
    const { offered = null, lacks = [], vouch = null } = offers.get(line.productId) ?? {};
    return { ...line, offered, lacks, vouch };
  });
}

const withCodesOf = (faces: FaceLine[], others: FaceLine[]): FaceLine[] =>
  faces.map(({ free, ...face }) => {
    const same = others.find(({ faceKopecks }) => faceKopecks === face.faceKopecks);
    return { ...face, free: free === null ? null : free + (same?.free ?? 0) };
  });

const ofProduct = { key: ({ productId }: Line) => productId, join: { faces: withCodesOf } };

type Line = Omit<ProductLine, 'offered' | 'lacks' | 'vouch'>;

async function linesIn(db: Sql, ask: ProductLinesAsk, now: Date): Promise<Line[]> {
  const { rows } = await db.query<Line>(
    `select p.id as "productId", p.supplier_id as "supplierId", s.name as supplier, b.name as brand, p.title,
       p.transfer_scheme as scheme, p.activation_scheme as activation, p.switched_on as "switchedOn", p.language, p.min_validity_days as "minValidityDays", p.face_min_kopecks as "faceMinKopecks",
       p.face_max_kopecks as "faceMaxKopecks", p.face_step_kopecks as "faceStepKopecks",
       coalesce((
         select json_agg(json_build_object('faceKopecks', f.face_kopecks, 'switchedOn', f.switched_on,
             'free', case when p.transfer_scheme = 'pool' then k.codes end) order by f.face_kopecks)
         from faces f
         left join lateral (
           select ${freeCodes('a', 'p', '$3')} as codes from stock_available a
           where a.supplier_id = p.supplier_id and a.product_id = p.id and a.face_kopecks = f.face_kopecks) k on true
         where f.product_id = p.id), '[]') as faces
     from products p
     join suppliers s on s.id = p.supplier_id
     join brands b on b.supplier_id = p.supplier_id and b.id = p.brand_id
     where ($1::bigint is null or p.supplier_id = $1) and ($2::bigint is null or p.id = $2)
     order by p.id`,
    [ask.supplierId, ask.productId, moscowDay(now)],
  );
  return rows;
}
