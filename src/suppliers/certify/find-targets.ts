import type { Sql } from '../../platform/database/database.ts';
import type { Barcode } from '../../platform/values/judge-barcode.ts';
import { readBarcodes } from '../../vault/read-barcodes.ts';

/** A product to be tested. */
export interface CertifyTarget {
  productId: number;
  title: string;
  transferScheme: 'pool' | 'platform' | 'api';
  activationScheme: 'none' | 'letter' | 'api' | 'pull';
  barcode: Barcode;
  /** Faces to request. */
  facesKopecks: number[];
  /** A face that the product certainly does not have. */
  foreignFaceKopecks: number;
}

export interface CertifySubject {
  supplierId: number;
  name: string;
  targets: CertifyTarget[];
}

interface TargetRow extends Omit<CertifyTarget, 'foreignFaceKopecks' | 'barcode'> {
  largestKopecks: number;
}

/** Finds the supplier, by id or name, and its testable products. */
export async function findSubject(
  db: Sql,
  ask: { supplier: string; productId: number | null; facesKopecks: number[] },
): Promise<CertifySubject | null> {
  const { rows: suppliers } = await db.query<{ id: number; name: string }>(
    `select id, name from suppliers where id::text = $1 or name = $1 order by name = $1 desc limit 1`,
    [ask.supplier],
  );
  const [supplier] = suppliers;
  if (supplier === undefined) return null;
  const { rows } = await db.query<TargetRow>(
    `select p.id as "productId", p.title, p.transfer_scheme as "transferScheme",
       p.activation_scheme as "activationScheme",
       coalesce(json_agg(f.face_kopecks order by f.face_kopecks) filter (where f.face_kopecks > 0), '[]') as "facesKopecks",
       greatest(coalesce(max(f.face_kopecks), 0), p.face_max_kopecks) as "largestKopecks"
     from products p left join faces f on f.product_id = p.id and f.switched_on
     where p.supplier_id = $1 and ($2::bigint is null or p.id = $2)
       and (p.transfer_scheme in ('api', 'platform') or p.activation_scheme = 'api')
     group by p.id order by p.id`,
    [supplier.id, ask.productId],
  );
  const barcodes = await readBarcodes(
    db,
    rows.map(({ productId }) => productId),
  );
  return {
    supplierId: supplier.id,
    name: supplier.name,
    targets: rows.map((row) => ({
      ...targetOf(row, ask.facesKopecks),
      barcode: barcodes.get(row.productId) ?? noBarcode,
    })),
  };
}

const noBarcode: Barcode = { kind: 'none', text: '' };

/** Above the largest face and not a whole number of roubles, so nobody sells it. */
const beyondKopecks = 1_37;

function targetOf({ largestKopecks, ...row }: TargetRow, chosen: number[]): Omit<CertifyTarget, 'barcode'> {
  return {
    ...row,
    facesKopecks: chosen.length === 0 ? row.facesKopecks : chosen,
    foreignFaceKopecks: Math.max(largestKopecks, ...chosen) + beyondKopecks,
  };
}
