/** Comments of both sides on a template. */
import { findProduct } from '../../catalog/find-product.ts';
import { recorded, supplierParty, type ActContext } from '../catalog/recorded.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import type { Sql } from '../../platform/database/database.ts';
import { findShownLook, lookName, type LookKey } from './look-key.ts';

export const longestComment = 2000;
const mostComments = 500;
const mostListed = 50;

export interface TemplateComment {
  id: number;
  /** The name that `lookName` gives it. */
  about: string;
  side: 'supplier' | 'operator';
  byName: string;
  text: string;
  at: Date;
}

type Commented = 'added' | 'no-look' | 'empty' | 'too-long' | 'too-many';

const refused = (outcome: Commented): { outcome: Commented; done: null } => ({ outcome, done: null });

/** Says something of a draft or version, for both sides to read. */
export async function commentOnLook(
  ctx: ActContext,
  principal: Principal,
  ask: { productId: number; look: LookKey; text: string },
  now: Date,
): Promise<Commented> {
  const { productId, look } = ask;
  const text = ask.text.trim().replaceAll('\r\n', '\n');
  return recorded<Commented>(
    ctx,
    principal,
    async (tx) => {
      const product = await findProduct(tx, productId);
      if (product === null) return refused('no-look');
      const { supplierId } = product;
      const party = supplierParty(supplierId);
      if (!may(principal, 'templates.change', party)) return refused('no-look');
      if (text === '') return refused('empty');
      if (text.length > longestComment) return refused('too-long');
      if ((await findShownLook(tx, { supplierId, productId, look })) === null) return refused('no-look');
      const isSupplier = principal.is === 'person' && principal.side === 'supplier';
      const { rowCount } = await tx.query(
        `insert into template_comments (supplier_id, product_id, about, side, by_name, text, at)
         select $1, $2, $3, $4, $5, $6, $7
         where (select count(*) from template_comments where supplier_id = $1 and product_id = $2) < $8`,
        [
          supplierId,
          productId,
          lookName(look),
          isSupplier ? 'supplier' : 'operator',
          actorOf(principal).actorName,
          text,
          now,
          mostComments,
        ],
      );
      if (rowCount !== 1) return refused('too-many');
      const about = `product ${productId}`;
      return {
        outcome: 'added',
        done: { party, act: 'template.commented', about, after: { look: lookName(look) } },
      };
    },
    now,
  );
}

/** The newest first. */
export async function listComments(
  db: Sql,
  { supplierId, productId }: { supplierId: number; productId: number },
): Promise<TemplateComment[]> {
  const { rows } = await db.query<TemplateComment>(
    `select id, about, side, by_name as "byName", text, at from template_comments
     where supplier_id = $1 and product_id = $2 order by id desc limit $3`,
    [supplierId, productId, mostListed],
  );
  return rows;
}
