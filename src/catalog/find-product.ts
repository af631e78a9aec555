import type { Sql } from '../platform/database/database.ts';
import type { TransferScheme } from './import/import-catalog.ts';
import type { ProductFields, Validity } from './set-product.ts';

/** A product with everything that can be set of it. */
export interface ProductRead extends Required<ProductFields> {
  productId: number;
  supplierId: number;
  supplier: string;
  brand: string;
  scheme: TransferScheme;
  faces: { faceKopecks: number; switchedOn: boolean }[];
  faceMinKopecks: number;
  faceMaxKopecks: number;
  faceStepKopecks: number;
}

type Row = Omit<ProductRead, 'images' | 'validity'> & {
  small: string;
  medium: string;
  large: string;
  validity: Validity['is'];
  validUntil: string | null;
  validityDays: number | null;
};

/** Null: there is none. */
export async function findProduct(db: Sql, productId: number): Promise<ProductRead | null> {
  const { rows } = await db.query<Row>(
    `select p.id as "productId", p.supplier_id as "supplierId", s.name as supplier, b.name as brand,
       p.transfer_scheme as scheme, p.switched_on as "switchedOn", p.title, p.code, p.url, p.brief, p.disclaimer, p.www,
       p.catalog_comment as "catalogComment", p.categories,
       p.certificates_in_one_purchase as "certificatesInOnePurchase", p.digital_acceptance as "digitalAcceptance",
       p.image_small as small, p.image_medium as medium, p.image_large as large, p.validity,
       p.valid_until as "validUntil", p.validity_days as "validityDays", p.min_validity_days as "minValidityDays",
       p.barcode_kind as "barcodeKind", p.barcode_of as "barcodeOf", p.code_in_letter as "codeInLetter",
       coalesce(p.issuer_name, '') as "issuerName", coalesce(p.issuer_address, '') as "issuerAddress",
       coalesce(p.support_phone, '') as "supportPhone", coalesce(p.support_email, '') as "supportEmail",
       coalesce(p.support_url, '') as "supportUrl", p.activation_scheme as "activationScheme", p.low_stock as "lowStock",
       p.deliver_before_activation as "deliverBeforeActivation", p.remind_before_expiry as "remindBeforeExpiry",
       p.in_parts as "inParts", p.confirm_above_kopecks as "confirmAboveKopecks",
       p.language, p.face_min_kopecks as "faceMinKopecks", p.face_max_kopecks as "faceMaxKopecks",
       p.face_step_kopecks as "faceStepKopecks",
       coalesce((select json_agg(json_build_object('faceKopecks', f.face_kopecks, 'switchedOn', f.switched_on)
           order by f.face_kopecks) from faces f where f.product_id = p.id), '[]') as faces
     from products p join suppliers s on s.id = p.supplier_id
     join brands b on b.supplier_id = p.supplier_id and b.id = p.brand_id
     where p.id = $1`,
    [productId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { small, medium, large, validity, validUntil, validityDays, ...rest } = row;
  return {
    ...rest,
    images: { small, medium, large },
    validity: validityOf(validity, validUntil, validityDays),
  };
}

function validityOf(is: Validity['is'], until: string | null, days: number | null): Validity {
  if (is === 'fixed' && until !== null) return { is, until };
  return is === 'days' && days !== null ? { is, days } : { is: 'unlimited' };
}
