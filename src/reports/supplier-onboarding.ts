/** The facts from which the steps of a supplier's onboarding follow. */
import type { Sql } from '../platform/database/database.ts';
import { readTestOrders, type TestOrder } from './test-orders.ts';

export type OnboardingSide = 'supplier' | 'operator';
export type AgreementKind = 'questionnaire' | 'template' | 'scheme' | 'test-order' | 'till' | 'live';

/** The last agreement of a side about one thing. */
export interface OnboardingAgreement {
  kind: AgreementKind;
  side: OnboardingSide;
  subject: string;
  byName: string;
  at: Date;
}

export interface OnboardedProduct {
  productId: number;
  title: string;
  /** 0: the plain design. */
  templateVersion: number;
  transferScheme: 'pool' | 'platform' | 'api';
  activationScheme: 'none' | 'letter' | 'api' | 'pull';
  switchedOn: boolean;
}

/** What is known of a supplier, wherever it was written. */
export interface SupplierFacts {
  supplierId: number;
  name: string;
  begunAt: Date;
  /** Who was last known to act, and since when. */
  step: string;
  actor: OnboardingSide | null;
  since: Date;
  /** When the operator took it on. */
  managedSince: Date | null;
  /** Until when an open invitation of a manager is valid. */
  invitedUntil: Date | null;
  invitedEmail: string;
  answers: Record<string, string>;
  submittedAt: Date | null;
  products: OnboardedProduct[];
  agreements: OnboardingAgreement[];
  /** How it is called, since when; null: it is not. */
  calledSince: Date | null;
  certifiedAt: Date | null;
  testedAt: Date | null;
  testGreen: boolean | null;
  /** Whose final test was green last, by program or by hand. */
  schemesTested: string[];
  codesLoadedAt: Date | null;
  /** A file with codes has come and waits for the operator. */
  hasDraft: boolean;
  /** Whether it is asked for activation by letter. */
  hasSchedule: boolean;
  hasToken: boolean;
  fetchedAt: Date | null;
  /** Whether somebody can check and redeem: one of its people, or its own program. */
  hasTills: boolean;
  /** Whether the supplier's own codes are redeemed with us, not only at its own tills. */
  redeemsOwn: boolean;
  /** The order by which it was tested by hand. */
  testOrder: TestOrder | null;
}

type FactsRow = Omit<SupplierFacts, 'agreements' | 'testOrder'> & {
  agreements: (Omit<OnboardingAgreement, 'at'> & { at: string })[];
  testOrderId: number | null;
};

export interface FactsAsk {
  /** One supplier. */
  supplierId?: number | null;
  /** Suppliers with higher numbers. */
  after?: number;
  /** Only those of whom something was last known to be open. */
  onlyOpen?: boolean;
  limit: number;
}

/** The suppliers that are on their way to their first sale, or were. */
export async function findSupplierFacts(
  db: Sql,
  { supplierId = null, after = 0, onlyOpen = false, limit }: FactsAsk,
): Promise<SupplierFacts[]> {
  const { rows } = await db.query<FactsRow>(
    `select s.id as "supplierId", s.name, o.begun_at as "begunAt", o.step, o.actor, o.since,
       (select min(m.created_at) from memberships m
        where m.side = 'supplier' and m.party_id = s.id and m.role = 'manager') as "managedSince",
       (select max(i.expires_at) from invitations i
        where i.side = 'supplier' and i.party_id = s.id and i.role = 'manager' and i.state = 'open') as "invitedUntil",
       coalesce((select i.email from invitations i
        where i.side = 'supplier' and i.party_id = s.id and i.role = 'manager' and i.state = 'open'
        order by i.expires_at desc limit 1), '') as "invitedEmail",
       coalesce(q.answers, '{}') as answers, q.submitted_at as "submittedAt",
       (select coalesce(json_agg(json_build_object('productId', p.id, 'title', p.title,
          'templateVersion', coalesce(p.template_version, 0), 'transferScheme', p.transfer_scheme,
          'activationScheme', p.activation_scheme, 'switchedOn', p.switched_on) order by p.id), '[]')
        from products p where p.supplier_id = s.id) as products,
       (select coalesce(json_agg(a), '[]') from (
          select distinct on (a.kind, a.side) a.kind, a.side, a.subject, a.by_name as "byName", a.at
          from onboarding_agreements a where a.supplier_id = s.id order by a.kind, a.side, a.id desc) a) as agreements,
       case when s.adapter is null then null else s.agreed_at end as "calledSince",
       s.certified_at as "certifiedAt", s.tested_at as "testedAt", s.test_green as "testGreen",
       (select coalesce(json_agg(t.scheme order by t.scheme), '[]') from supplier_tests t
        where t.supplier_id = s.id and t.green) as "schemesTested",
       (select max(i.at) from imports i where i.supplier_id = s.id) as "codesLoadedAt",
       exists (select from pool_drafts d where d.supplier_id = s.id and d.state = 'waiting') as "hasDraft",
       exists (select from activation_schedules c where c.supplier_id = s.id) as "hasSchedule",
       coalesce(i.token_hash is not null or i.user_name is not null, false) as "hasToken",
       (select max(u.ended_at) from used_exports u where u.supplier_id = s.id) as "fetchedAt",
       coalesce(i.token_hash is not null or i.user_name is not null, false)
         or exists (select from memberships m where m.side = 'supplier' and m.party_id = s.id) as "hasTills",
       coalesce(i.redeems_own, false) as "redeemsOwn",
       (select a.subject::bigint from onboarding_agreements a
        where a.supplier_id = s.id and a.kind = 'test-order' order by a.id desc limit 1) as "testOrderId"
     from supplier_onboardings o join suppliers s on s.id = o.supplier_id
     left join questionnaires q on q.supplier_id = s.id
     left join integration_access i on i.supplier_id = s.id
     where ($1::bigint is null or s.id = $1) and s.id > $2 and (o.actor is not null or not $3)
     order by s.id limit $4`,
    [supplierId, after, onlyOpen, limit],
  );
  const testOrders = await readTestOrders(db, rows);
  return rows.map(({ agreements: asStored, testOrderId: _id, ...row }) => {
    const agreements = asStored.map((agreement) => ({ ...agreement, at: new Date(agreement.at) }));
    const products = productsUnderWay(row.products, agreements);
    return { ...row, products, agreements, testOrder: testOrders.get(row.supplierId) ?? null };
  });
}

/**
 * Where the codes of a product come from does not change. After another choice the operator adds a product with the chosen
 * scheme; the one from before, if it is off, is no part of the onboarding any more.
 */
function productsUnderWay(
  products: OnboardedProduct[],
  agreements: readonly OnboardingAgreement[],
): OnboardedProduct[] {
  const [chosen] = agreements
    .filter(({ kind }) => kind === 'scheme')
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const fits = ({ transferScheme }: OnboardedProduct): boolean =>
    chosen?.subject.startsWith(`${transferScheme}/`) === true;
  return products.some(fits) ? products.filter((one) => one.switchedOn || fits(one)) : products;
}
