/** Issued certificates as they may be shown: their rows with their products and looks. */
import type { ClientLook } from './looks/client-look.ts';
import { approvedLook, findClientLooks, withColours } from './looks/find-looks.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Language } from '../platform/text/language.ts';
import { findLooks, lookOf, type Look } from './templates/look.ts';
import { isErased } from '../vault/erase-codes.ts';
import { isChoice, type GiftView, type Use } from './certificate.ts';
import { findGiftProducts, type GiftProduct } from './gift-products.ts';
import { giftHash, hasPlace, plainHash, type LinkedRequest } from './gift-link.ts';
import { sampleOrderNumber } from './sample-certificate.ts';

/** A certificate that may be shown, and the id of its code. */
export interface FoundGift {
  view: GiftView;
  productId: number;
  supplierId: number;
  /** Null for a test order. */
  codeId: number | null;
  /** Whether the product's letter contains the code itself. */
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
  product_id: number;
  /** Null if the product never had a template version: its current fields then apply. */
  look_version: number | null;
  order_id: number;
  supplier_id: number;
  code_id: number | null;
  face_kopecks: number;
  taken_kopecks: number | null;
  expires_at: Date | null;
  sender_email: string;
  sender_name: string;
  recipient_name: string;
  greeting: string;
  language: Language;
  product_xmin: string;
  product_ctid: string;
  code_in_letter: boolean;
  awaits_activation: boolean;
  deliver_before_activation: boolean;
  redeemed_at: Date | null;
  redeemed_at_till: string | null;
  blocked: boolean;
  refunded_at: Date | null;
  code_erased: boolean;
  client_look: number | null;
}

const giftColumns = `c.client_id, c.request_id, c.product_id, t.version as look_version, c.order_id, c.supplier_id, c.code_id, c.face_kopecks, c.expires_at,
  c.sender_email, c.sender_name, c.recipient_name, c.greeting, coalesce(k.language, p.language) as language,
  p.xmin as product_xmin, p.ctid as product_ctid, p.code_in_letter, p.deliver_before_activation, p.activation_scheme in ('letter', 'pull') and codes.active is false as awaits_activation,
  codes.state is not distinct from 'blocked' as blocked, codes.taken_kopecks,
  case when codes.state = 'blocked' then
    (select q.refunded_at from requests q where q.client_id = c.client_id and q.id = c.request_id)
  end as refunded_at,
  coalesce(${isErased('codes.sealed')}, false) as code_erased, r.redeemed_at, r.till as redeemed_at_till,
  ${approvedLook('c.client_id', '(select q.service_code from requests q where q.client_id = c.client_id and q.id = c.request_id)')} as client_look`;

/** A certificate sold before the first version was written gets the first version once it exists. */
const giftTables = `certificates c join products p on p.id = c.product_id
  left join clients k on k.id = c.client_id
  left join codes on codes.supplier_id = c.supplier_id and codes.id = c.code_id
  left join redemptions r on r.supplier_id = c.supplier_id and r.code_id = c.code_id and r.part = 0 and r.undone_at is null
  left join templates t on t.product_id = c.product_id and t.version = coalesce(c.template_version, 1)`;

/** A gift that was found by its ids, with what its link is computed of. */
export interface LinkedGift extends FoundGift {
  link: LinkedRequest;
}

const linkSalt = `(select q.link_salt from requests q where q.client_id = c.client_id and q.id = c.request_id) as link_salt`;

/** Returns the gift of each key, in order; null if no certificate was issued. */
export async function findGifts(db: Sql, keys: GiftKey[], now: Date): Promise<(LinkedGift | null)[]> {
  const { rows } = await db.query<GiftRow & { link_salt: number | null }>(
    `select ${giftColumns}, ${linkSalt} from ${giftTables}
     where (c.client_id, c.request_id) in (select * from unnest((select $1::bigint[]), (select $2::bigint[])))`,
    [keys.map((key) => key.clientId), keys.map((key) => key.requestId)],
  );
  const foundGifts = await giftsOf(db, rows, now);
  const gifts = new Map(
    foundGifts.map((gift, index) => {
      const { clientId, requestId } = gift.view;
      const link = { clientId, requestId, linkSalt: rows[index]?.link_salt ?? null };
      return [nameOf(link), { ...gift, link }];
    }),
  );
  return keys.map((key) => gifts.get(nameOf(key)) ?? null);
}

/** What the link of an issued request is computed of. */
export async function linkedRequest(db: Sql, key: GiftKey): Promise<LinkedRequest> {
  const { rows } = await db.query<{ linkSalt: number | null }>(
    `select link_salt as "linkSalt" from requests where client_id = $1 and id = $2`,
    [key.clientId, key.requestId],
  );
  return { ...key, linkSalt: rows[0]?.linkSalt ?? null };
}

const nameOf = ({ clientId, requestId }: GiftKey): string => `${clientId}:${requestId}`;

/** `findGiftsByTokens` for one token. */
export async function findGiftByToken(db: Sql, token: string, now: Date): Promise<FoundGift | null> {
  const [gift = null] = await findGiftsByTokens(db, [token], now);
  return gift;
}

/** Returns the gift behind each token of a link, in order; null if there is none. */
export async function findGiftsByTokens(
  db: Sql,
  tokens: readonly string[],
  now: Date,
): Promise<(FoundGift | null)[]> {
  const gifts = await findGiftsByHashes(db, tokens.map(giftHash), now);
  // Certificates of before links had places: what is stored of them is the hash of the secret alone.
  const missing = gifts.flatMap((gift, index) =>
    gift === null && hasPlace(tokens[index] as string) ? [index] : [],
  );
  if (missing.length === 0) return gifts;
  const hashes = missing.map((index) => plainHash(tokens[index] as string));
  const earlier = await findGiftsByHashes(db, hashes, now);
  for (const [place, index] of missing.entries()) gifts[index] = earlier[place] ?? null;
  return gifts;
}

async function findGiftsByHashes(db: Sql, hashes: Buffer[], now: Date): Promise<(FoundGift | null)[]> {
  const { rows } = await db.query<GiftRow & { place: number }>(
    `select (w.place - 1)::int as place, gift.*
     from unnest((select $1::bytea[])) with ordinality as w (hash, place)
     cross join lateral (select ${giftColumns} from ${giftTables} where c.token_hash = w.hash limit 1) as gift`,
    [hashes],
  );
  const foundGifts = await giftsOf(db, rows, now);
  const gifts = new Map(rows.map(({ place }, index) => [place, foundGifts[index]]));
  return hashes.map((_hash, place) => gifts.get(place) ?? null);
}

async function giftsOf(db: Sql, rows: GiftRow[], now: Date): Promise<FoundGift[]> {
  const [products, looks, clientLooks] = await Promise.all([
    findGiftProducts(
      db,
      rows.map((row) => ({ id: row.product_id, version: `${row.product_xmin} ${row.product_ctid}` })),
    ),
    looksOf(db, rows),
    findClientLooks(
      db,
      rows.map(({ client_id: clientId, client_look: id }) => (id === null ? null : { clientId, id })),
    ),
  ]);
  return rows.map((row, index) => {
    const product = products[index] as GiftProduct;
    const look = looks[index] ?? lookOf(product.facts, null);
    return giftOf(row, { product, look, clientLook: clientLooks[index] ?? null }, now);
  });
}

/** The template version of each row, in order; undefined for a product that never had one. */
async function looksOf(db: Sql, rows: GiftRow[]): Promise<(Look | undefined)[]> {
  const versioned = rows.flatMap(({ product_id: productId, look_version: version }) =>
    version === null ? [] : [{ productId, version }],
  );
  const looks = await findLooks(db, versioned);
  const kept = new Map(
    versioned.map(({ productId, version }, index) => [`${productId}:${version}`, looks[index]]),
  );
  return rows.map((row) => kept.get(`${row.product_id}:${row.look_version}`));
}

function stateOf(row: GiftRow, now: Date): GiftView['state'] {
  if (row.redeemed_at !== null) return 'redeemed';
  if (row.blocked) return 'blocked';
  if (row.awaits_activation && !row.deliver_before_activation) return 'closed-until-activation';
  if (row.expires_at !== null && row.expires_at < now) return 'expired';
  return row.awaits_activation ? 'awaiting-activation' : 'active';
}

const leftOf = ({ face_kopecks: face, taken_kopecks: taken }: GiftRow, use: Use): number | null =>
  taken === null || taken === 0 || (taken === face && !isChoice({ use })) ? null : face - taken;

interface GiftParts {
  product: GiftProduct;
  look: Look;
  clientLook: ClientLook | null;
}

function giftOf(row: GiftRow, { product, look, clientLook }: GiftParts, now: Date): FoundGift {
  const { design, title, brief, picture, terms, barcode } = look;
  const { www, use, issuer, support } = product;
  const sample = row.code_id === null;
  return {
    productId: row.product_id,
    supplierId: row.supplier_id,
    codeId: row.code_id,
    codeInLetter: row.code_in_letter,
    senderEmail: row.sender_email,
    view: {
      clientId: row.client_id,
      requestId: row.request_id,
      orderId: row.order_id,
      orderNumber: sample ? sampleOrderNumber : `${row.order_id}-${row.request_id}`,
      productTitle: title,
      brief,
      pictureUrl: picture,
      faceKopecks: row.face_kopecks,
      leftKopecks: leftOf(row, use),
      expiresAt: row.expires_at,
      termsHtml: terms,
      www,
      use,
      issuer,
      support,
      greeting: row.greeting,
      senderName: row.sender_name === '' ? (clientLook?.senderName ?? '') : row.sender_name,
      recipientName: row.recipient_name,
      language: row.language,
      barcode,
      design: withColours(design, clientLook),
      clientLook,
      sample,
      state: stateOf(row, now),
      redeemedAt: row.redeemed_at,
      redeemedAtTill: row.redeemed_at_till ?? '',
      refundedAt: row.refunded_at,
      codeErased: row.code_erased,
    },
  };
}
