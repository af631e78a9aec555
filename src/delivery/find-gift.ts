import type { Sql } from '../platform/database.ts';
import { tokenHash } from '../platform/keyring.ts';
import { plainDesign } from '../templates/design.ts';
import type { BarcodeKind, GiftView } from './certificate-view.ts';
import { sampleOrderNumber } from './sample-certificate.ts';

/** A certificate as it may be shown, and where its code lies. */
export interface FoundGift {
  view: GiftView;
  supplierId: number;
  /** Null for a test order. */
  codeId: number | null;
  /** Whether the product's letter carries the code itself. */
  codeInLetter: boolean;
  senderEmail: string;
}

export interface GiftKey {
  clientId: number;
  requestId: number;
}

interface GiftRow {
  client_id: number;
  request_id: number;
  order_id: number;
  supplier_id: number;
  code_id: number | null;
  face_kopecks: number;
  expires_at: Date | null;
  sender_email: string;
  sender_name: string;
  recipient_name: string;
  greeting: string;
  title: string;
  brief: string;
  disclaimer: string;
  www: string;
  image_large: string;
  barcode_kind: BarcodeKind;
  barcode_of: 'number' | 'pin';
  code_in_letter: boolean;
  awaits_activation: boolean;
  deliver_before_activation: boolean;
  redeemed_at: Date | null;
  blocked: boolean;
  issuer_name: string;
  issuer_address: string;
  support_phone: string;
  support_email: string;
  support_url: string;
}

const giftColumns = `c.client_id, c.request_id, c.order_id, c.supplier_id, c.code_id, c.face_kopecks, c.expires_at,
  c.sender_email, c.sender_name, c.recipient_name, c.greeting, p.title, p.brief, p.disclaimer, p.www, p.image_large,
  p.barcode_kind, p.barcode_of, p.code_in_letter, p.issuer_name, p.issuer_address,
  p.support_phone, p.support_email, p.support_url,
  p.deliver_before_activation, p.activation_scheme in ('letter', 'pull') and exists (
    select from codes where codes.supplier_id = c.supplier_id and codes.id = c.code_id and not codes.active)
    as awaits_activation,
  exists (select from codes where codes.supplier_id = c.supplier_id and codes.id = c.code_id and codes.state = 'blocked')
    as blocked,
  (select r.redeemed_at from redemptions r where r.supplier_id = c.supplier_id and r.code_id = c.code_id) as redeemed_at`;

/** Answers each key in order; null where no certificate was issued. */
export async function findGifts(db: Sql, keys: GiftKey[], now: Date): Promise<(FoundGift | null)[]> {
  const { rows } = await db.query<GiftRow>(
    `select ${giftColumns} from certificates c join products p on p.id = c.product_id
     where (c.client_id, c.request_id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [keys.map((key) => key.clientId), keys.map((key) => key.requestId)],
  );
  const gifts = new Map(rows.map((row) => [`${row.client_id}:${row.request_id}`, giftOf(row, now)]));
  return keys.map((key) => gifts.get(`${key.clientId}:${key.requestId}`) ?? null);
}

export async function findGiftByToken(db: Sql, token: string, now: Date): Promise<FoundGift | null> {
  const { rows } = await db.query<GiftRow>(
    `select ${giftColumns} from certificates c join products p on p.id = c.product_id where c.token_hash = $1`,
    [tokenHash(token)],
  );
  return rows[0] === undefined ? null : giftOf(rows[0], now);
}

function stateOf(row: GiftRow, now: Date): GiftView['state'] {
  if (row.redeemed_at !== null) return 'redeemed';
  if (row.blocked) return 'blocked';
  if (row.awaits_activation && !row.deliver_before_activation) return 'closed-until-activation';
  if (row.expires_at !== null && row.expires_at < now) return 'expired';
  return row.awaits_activation ? 'awaiting-activation' : 'active';
}

function giftOf(row: GiftRow, now: Date): FoundGift {
  const sample = row.code_id === null;
  return {
    supplierId: row.supplier_id,
    codeId: row.code_id,
    codeInLetter: row.code_in_letter,
    senderEmail: row.sender_email,
    view: {
      clientId: row.client_id,
      requestId: row.request_id,
      orderId: row.order_id,
      orderNumber: sample ? sampleOrderNumber : `${row.order_id}-${row.request_id}`,
      productTitle: row.title,
      brief: row.brief,
      pictureUrl: row.image_large === '' ? null : row.image_large,
      faceKopecks: row.face_kopecks,
      expiresAt: row.expires_at,
      termsHtml: row.disclaimer,
      www: row.www,
      issuer: { name: row.issuer_name, legalAddress: row.issuer_address },
      support: { phone: row.support_phone, email: row.support_email, url: row.support_url },
      greeting: row.greeting,
      senderName: row.sender_name,
      recipientName: row.recipient_name,
      barcode: { kind: row.barcode_kind, text: `{{${row.barcode_of}}}` },
      design: plainDesign,
      sample,
      state: stateOf(row, now),
      redeemedAt: row.redeemed_at,
    },
  };
}
