import { abandonedWaits } from '../../callbacks/settle-abandoned.ts';
import { announcedWaits } from '../../ledger/top-up-requests.ts';
import { failureWays, isSentAgain } from '../../messaging/queue/settle-failures.ts';
import type { Permission } from '../../people/access/rights.ts';
import { isUnanswered, unclearWaits } from '../../suppliers/activation/settle-letters.ts';
import { isSilent } from '../../suppliers/alerts/digest-kinds.ts';
import { workerStates } from '../health/read-minutes.ts';

/** What is told of one thing that waits: ids of ours and names, never an address or a code. */
export interface WaitingLine {
  name: string;
  id?: number;
  /** Where it is not the id: what the item is called by that one takes, puts off or settles. */
  item?: number;
  clientId?: number;
  faceKopecks?: number;
  details?: string;
}

interface Kind {
  /** Who may see these. */
  needs: Permission;
  /** Where its tables are: in the cells, in the centre, or in both, so that one line may be found in several cells. */
  of: 'cells' | 'centre' | 'both';
  /**
   * Selects `at` and `line` by an index, the oldest first; $1 is now. Names are joined on the left: a count leaves them out.
   * For a kind whose lines are items that people take and put off: how `shown` names the item and its time.
   */
  rows: string | ((shown: Shown, most: number) => string);
  /** Who may say that nothing more is to be done about an item, where this ends its waiting. */
  settles?: Permission;
}

/** A condition: the item with this id, which has failed at that time, is to be shown. */
export type Shown = (id: string, at: string) => string;

/** More of a kind is not counted. */
export const mostOfKind = 51;
/** More of a kind is not shown on its own page. */
export const mostOnPage = 200;

/** Guessing that ended longer ago needs nobody. */
const ofADay = `$1::timestamptz - interval '1 day'`;

/** The first ones of each way: a limit of its own, so that its index is read no further. */
const failures = (how: keyof typeof failureWays, details: string, shown: Shown, most: number): string => {
  const way = failureWays[how];
  return `select ${way.at} as at, d.client_id, d.request_id, left(${details}, 80) as details from deliveries d
    where ${way.waits} and not ${isSentAgain(way)} and ${shown('d.request_id', way.at)}
    order by ${way.at}, d.request_id limit ${most}`;
};

/** Everything that somebody has to see to, in the order of its urgency. */
export const waitingKinds = {
  workers: {
    needs: 'work.read',
    of: 'centre',
    rows: `select rounded_at as at, jsonb_build_object('name', worker, 'details', case when failing then 'failing' else 'still' end) as line
      from (${workerStates}) w where failing or still order by rounded_at, worker`,
  },
  channels: {
    needs: 'work.read',
    of: 'centre',
    rows: `select since as at, jsonb_build_object('name', kind) as line from digests
      where since is not null and kind in ('letters-stuck', 'texts-stuck')`,
  },
  guesses: {
    needs: 'work.read',
    of: 'centre',
    rows: `select at, line from (
      select at, jsonb_build_object('name', account, 'details', coalesce(nullif(network, ''), 'many-networks')) as line
      from guessed_accounts where at > ${ofADay}
      union all
      select at, jsonb_build_object('name', kind) from guess_alarms where at > ${ofADay}) f order by at, line`,
  },
  suppliers: {
    needs: 'suppliers.read',
    of: 'both',
    rows: `select at, line from (
      select min(e.created_at) as at,
        jsonb_build_object('name', s.name, 'id', s.id, 'details', 'silent') as line
      from (select e.supplier_id, e.created_at from exchanges e
        where ${isSilent('$1')} order by e.supplier_id limit 5000) e join suppliers s on s.id = e.supplier_id group by s.id, s.name
      union all
      select tested_at, jsonb_build_object('name', name, 'id', id, 'details', 'red') from suppliers where not test_green) f order by at, line`,
  },
  quarantine: {
    needs: 'orders.read',
    of: 'cells',
    rows: (
      shown,
    ) => `select e.ended_at as at, jsonb_build_object('name', s.name, 'id', e.id, 'details', e.details) as line
      from exchanges e left join suppliers s on s.id = e.supplier_id
      where e.state = 'quarantined' and e.settled_at is null and ${shown('e.id', 'e.ended_at')} order by e.ended_at, e.id`,
  },
  approvals: {
    needs: 'approvals.read',
    of: 'centre',
    rows: `select asked_at as at, jsonb_build_object('name', act, 'id', id, 'details', asked_name) as line from approvals
      where side = 'operator' and party_id = 0 and state = 'open' and expires_at > $1 order by asked_at, id`,
  },
  'top-ups': {
    needs: 'money.read',
    of: 'cells',
    settles: 'money.move',
    rows: (
      shown,
    ) => `select q.asked_at as at, jsonb_build_object('name', c.name, 'id', q.id, 'clientId', c.id,
        'faceKopecks', q.sum_kopecks, 'details', q.reference) as line
      from top_up_requests q left join clients c on c.id = q.client_id
      where ${announcedWaits} and ${shown('q.id', 'q.asked_at')} order by q.asked_at, q.id`,
  },
  drafts: {
    needs: 'stock.read',
    of: 'centre',
    rows: (
      shown,
    ) => `select d.came_at as at, jsonb_build_object('name', s.name, 'id', d.id, 'details', d.file_name) as line
      from pool_drafts d left join suppliers s on s.id = d.supplier_id
      where d.state = 'waiting' and ${shown('d.id', 'd.came_at')} order by d.came_at, d.id`,
  },
  'template-drafts': {
    needs: 'catalogue.read',
    of: 'centre',
    rows: (shown) => `select d.agreed_at as at,
        jsonb_build_object('name', p.title, 'id', d.product_id, 'item', d.id, 'details', d.by_name) as line
      from template_drafts d left join products p on p.id = d.product_id
      where d.agreed_at is not null and d.ended_at is null and ${shown('d.id', 'd.agreed_at')} order by d.agreed_at, d.id`,
  },
  'supplier-onboarding': {
    needs: 'suppliers.read',
    of: 'centre',
    rows: (
      shown,
    ) => `select o.since as at, jsonb_build_object('name', s.name, 'id', s.id, 'details', o.step) as line
      from supplier_onboardings o left join suppliers s on s.id = o.supplier_id
      where o.actor = 'operator' and ${shown('o.supplier_id', 'o.since')} order by o.since, o.supplier_id`,
  },
  'products-lacking': {
    needs: 'catalogue.read',
    of: 'centre',
    rows: (shown) => `select p.offered_since as at, jsonb_build_object('name', p.title, 'id', p.id) as line
      from products p where p.switched_on and not p.offered and ${shown('p.id', 'p.offered_since')}
      order by p.offered_since, p.id`,
  },
  'client-onboarding': {
    needs: 'clients.read',
    of: 'cells',
    rows: (
      shown,
    ) => `select o.since as at, jsonb_build_object('name', c.name, 'id', c.id, 'details', o.step) as line
      from client_onboardings o left join clients c on c.id = o.client_id
      where o.live_at is null and o.waits_for = 'operator' and ${shown('o.client_id', 'o.since')} order by o.since, o.client_id`,
  },
  looks: {
    needs: 'clients.read',
    of: 'cells',
    rows: `select l.proposed_at as at, jsonb_build_object('name', c.name, 'id', l.id, 'clientId', l.client_id, 'details', l.campaign) as line
      from client_looks l left join clients c on c.id = l.client_id
      where l.state = 'proposed' order by l.proposed_at, l.client_id, l.id`,
  },
  stock: {
    needs: 'catalogue.read',
    of: 'centre',
    rows: `select a.raised_at as at, jsonb_build_object('name', coalesce(p.title, b.name), 'id', coalesce(p.id, b.id),
        'faceKopecks', a.face_kopecks, 'details', a.kind) as line
      from alerts a left join products p on p.id = a.product_id
      left join brands b on b.supplier_id = a.supplier_id and b.id = a.brand_id
      where a.recovered_at is null and a.kind <> 'pull' order by a.raised_at, line`,
  },
  pulls: {
    needs: 'suppliers.read',
    of: 'centre',
    rows: `select a.raised_at as at, jsonb_build_object('name', s.name, 'id', s.id, 'details', 'pull') as line
      from alerts a left join suppliers s on s.id = a.supplier_id
      where a.recovered_at is null and a.kind = 'pull' order by a.raised_at, a.supplier_id`,
  },
  activation: {
    needs: 'suppliers.read',
    of: 'both',
    settles: 'activation.confirm',
    rows: (shown) => `select l.made_at as at, jsonb_build_object('name', s.name, 'id', l.id) as line
      from activation_letters l left join suppliers s on s.id = l.supplier_id
      where ${isUnanswered} and ${shown('l.id', 'l.made_at')}
      order by l.made_at, l.id`,
  },
  replies: {
    needs: 'suppliers.read',
    of: 'centre',
    settles: 'activation.confirm',
    rows: (shown) => `select m.read_at as at,
        jsonb_build_object('name', coalesce(s.name, '?'), 'id', d.letter_id, 'item', d.mail_id) as line
      from mail_decisions d join mails m on m.id = d.mail_id left join suppliers s on s.id = d.supplier_id
      where ${unclearWaits} and ${shown('d.mail_id', 'm.read_at')} order by d.mail_id`,
  },
  settlements: {
    needs: 'settlement.read',
    of: 'centre',
    rows: `select m.decided_at as at, jsonb_build_object('name', s.name, 'id', s.id,
        'details', to_char(m.month, 'YYYY-MM') || ': ' || left(m.comment, 80)) as line
      from settlement_months m left join suppliers s on s.id = m.supplier_id
      where m.decision = 'disputed' order by m.decided_at, m.supplier_id, m.month`,
  },
  callbacks: {
    needs: 'callbacks.read',
    of: 'cells',
    settles: 'callbacks.replay',
    rows: (
      shown,
    ) => `select b.ended_at as at, jsonb_build_object('name', c.name, 'id', b.request_id, 'clientId', c.id) as line
      from callbacks b left join clients c on c.id = b.client_id
      where ${abandonedWaits} and ${shown('b.request_id', 'b.ended_at')} order by b.ended_at, b.request_id`,
  },
  letters: {
    needs: 'orders.read',
    of: 'cells',
    settles: 'orders.resend',
    rows: (
      shown,
      most,
    ) => `select f.at, jsonb_build_object('name', c.name, 'id', f.request_id, 'clientId', c.id, 'details', f.details) as line
      from ((${failures('failed', 'd.last_error', shown, most)}) union all (${failures('returned', 'd.report_details', shown, most)})) f
      left join clients c on c.id = f.client_id order by f.at, f.request_id`,
  },
} as const satisfies Record<string, Kind>;

export type WaitingKind = keyof typeof waitingKinds;

const kindOf = (kind: WaitingKind): Kind => waitingKinds[kind];

/** Whether its lines are items. */
export const hasItems = (kind: WaitingKind): boolean => typeof kindOf(kind).rows === 'function';

/** Null: it ends by what becomes of the thing alone. */
export const settlesKind = (kind: WaitingKind): Permission | null => kindOf(kind).settles ?? null;

/** Selects what waits of a kind; `$2` is what was put off: of each kind its items, with when this was done. */
export function rowsOf(kind: WaitingKind, look: 'shown' | 'put-off', most: number): string {
  const { rows } = kindOf(kind);
  if (typeof rows === 'string') return rows;
  const shown: Shown = (id, at) => {
    const putOff = `($2::jsonb->'${kind}'->>(${id})::text)::timestamptz`;
    // What has failed once more since is to be seen.
    return look === 'shown' ? `coalesce(${at} > ${putOff}, true)` : `coalesce(${at} <= ${putOff}, false)`;
  };
  return rows(shown, most);
}

export const waitingKindNames = Object.keys(waitingKinds) as WaitingKind[];
