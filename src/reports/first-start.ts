import { fromCells, joinedFields } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';

/** What an installation has had, from its first letter to its first order. */
export interface FirstFacts {
  letterSent: boolean;
  supplier: boolean;
  productOn: boolean;
  codes: boolean;
  client: boolean;
  funds: boolean;
  /** Whoever has had a real order needs none. */
  testOrder: boolean;
  realOrder: boolean;
}

export async function readFirstFacts(ctx: ReadingContext): Promise<FirstFacts> {
  const found = await fromCells(ctx, ({ pageDb }) => readInCell(pageDb));
  return joinedFields(found, { codes: or, client: or, funds: or, testOrder: or, realOrder: or });
}

const or = (one: boolean, other: boolean): boolean => one || other;

/**
 * Each by the first row that it finds. Certificates, of which there may be ten million, are read only as long as nothing was sold: then
 * all that there are belong to test orders.
 */
async function readInCell(db: Sql): Promise<FirstFacts> {
  const { rows } = await db.query<FirstFacts>(
    `select exists (select from person_mails where state = 'sent') as "letterSent",
       exists (select from suppliers) as supplier,
       exists (select from products where offered) as "productOn",
       exists (select from products where offered and transfer_scheme <> 'pool')
         or exists (select from stock where last_position > 0) as codes,
       exists (select from clients) as client,
       exists (select from accounts where name = 'funds' and balance_kopecks + credit_kopecks > 0) as funds,
       case when "realOrder" then true else exists (select from certificates where code_id is null) end as "testOrder",
       "realOrder"
     from (select exists (select from accounts where name = 'sales' and balance_kopecks > 0) as "realOrder") sold`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('The facts of the first start were not read.');
  return facts;
}
