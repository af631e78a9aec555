/** Products of a version that asked for no final test, and the tests that were made then. */
import type { Sql, Tx } from '../platform/database/database.ts';
import { calledSchemes, schemeOf, schemesTestedByHand } from './scheme.ts';

export interface Former {
  productId: number;
  supplierId: number;
  /** Whether it could be ordered by the former rules. */
  wasOffered: boolean;
}

export async function findFormer(db: Sql): Promise<Former[]> {
  const { rows } = await db.query<Former>(
    `select p.id as "productId", p.supplier_id as "supplierId",
       p.switched_on and (p.transfer_scheme <> 'api' or (s.adapter is not null and s.certified_at is not null))
       and (s.test_green is not false or (p.transfer_scheme = 'pool' and p.activation_scheme <> 'api')) as "wasOffered"
     from products p join suppliers s on s.id = p.supplier_id where p.offered is null order by p.id`,
  );
  return rows;
}

/**
 * A test of then looked at all that a supplier's system does; one by hand is over where the supplier was put on sale. Not of what a
 * version before has added since: tests are known by then.
 */
export async function keepFormerTests(tx: Tx): Promise<void> {
  await tx.query(
    `insert into supplier_tests (supplier_id, scheme, green, tested_at)
     select supplier_id, scheme, green, tested_at from (
       select distinct p.supplier_id, ${schemeOf('p')} as scheme,
         case when ${schemeOf('p')} = any($2::text[]) then case when l.at is not null then true end
           when not s.test_green then false
           when ${schemeOf('p')} = any($1::text[]) then case when s.adapter is not null and s.certified_at is not null then true end
           else s.test_green end as green,
         case when ${schemeOf('p')} = any($2::text[]) then l.at else s.tested_at end as tested_at
       from products p join suppliers s on s.id = p.supplier_id
       left join (select supplier_id, max(at) as at from onboarding_agreements where kind = 'live' group by supplier_id) l
         on l.supplier_id = p.supplier_id
       where not exists (select from products where offered is not null)) former
     where green is not null`,
    [calledSchemes, schemesTestedByHand],
  );
}
