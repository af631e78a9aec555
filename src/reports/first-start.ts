import type { Sql } from '../platform/database/database.ts';

/** What an installation has had, from its first letter to its first order. */
export interface FirstFacts {
  letterSent: boolean;
  supplier: boolean;
  productOn: boolean;
  codes: boolean;
  client: boolean;
  funds: boolean;
  testOrder: boolean;
  realOrder: boolean;
}

/** Each by the first row that it finds. */
export async function readFirstFacts(db: Sql): Promise<FirstFacts> {
  const { rows } = await db.query<FirstFacts>(
    `select exists (select from person_mails where state = 'sent') as "letterSent",
       exists (select from suppliers) as supplier,
       exists (select from products where switched_on) as "productOn",
       exists (select from products where switched_on and transfer_scheme <> 'pool')
         or exists (select from stock where last_position > 0) as codes,
       exists (select from clients) as client,
       exists (select from accounts where name = 'funds' and balance_kopecks + credit_kopecks > 0) as funds,
       exists (select from certificates where code_id is null) as "testOrder",
       exists (select from certificates where code_id is not null) as "realOrder"`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('The facts of the first start were not read.');
  return facts;
}
