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
  /** One among the first certificates: a test comes before the sales. */
  testOrder: boolean;
  realOrder: boolean;
}

export async function readFirstFacts(ctx: ReadingContext): Promise<FirstFacts> {
  const found = await fromCells(ctx, ({ pageDb }) => readInCell(pageDb));
  return joinedFields(found, { codes: or, client: or, funds: or, testOrder: or, realOrder: or });
}

const or = (one: boolean, other: boolean): boolean => one || other;

/** Certificates, of which there may be ten million, are not read further. */
const firstCertificates = 1000;

const hasSold = `exists (select 1 from accounts where name = 'sales' and balance_kopecks > 0)`;

/** Whether there was a real order: what pages that many people open ask of the first start. */
export async function readHasSold(ctx: ReadingContext): Promise<boolean> {
  const found = await fromCells(ctx, async ({ pageDb }) => {
    const { rows } = await pageDb.query<{ sold: boolean }>(`select ${hasSold} as sold`);
    return rows[0]?.sold === true;
  });
  return found.includes(true);
}

/** Each by the first row that it finds. On a cluster a result must have a column to be passed on. */
async function readInCell(db: Sql): Promise<FirstFacts> {
  const { rows } = await db.query<FirstFacts>(
    `select exists (select 1 from letters_to_people where kind in ('invitation', 'asked-again', 'recovery', 'sign-in-changed', 'access') and state = 'sent') as "letterSent",
       exists (select 1 from suppliers) as supplier,
       exists (select 1 from products where offered) as "productOn",
       exists (select 1 from products where offered and transfer_scheme <> 'pool')
         or exists (select 1 from stock where last_position > 0) as codes,
       exists (select 1 from clients) as client,
       exists (select 1 from accounts where name = 'funds' and balance_kopecks + credit_kopecks > 0) as funds,
       exists (
         select 1 from (select code_id from certificates order by client_id, request_id limit ${firstCertificates}) first
         where code_id is null) as "testOrder",
       "realOrder"
     from (select ${hasSold} as "realOrder") sold`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('The facts of the first start were not read.');
  return facts;
}
