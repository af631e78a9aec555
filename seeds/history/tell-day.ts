/** What became of a demo day's orders: letters, callbacks, visits, redemptions. */
import { answerReasons } from '../../src/callbacks/answer-reasons.ts';
import type { Tx } from '../../src/platform/database/database.ts';

/** A number from 0 to 999 that belongs to a request for good. */
const dice = (request: string): string =>
  `('x' || substr(md5((${request})::text), 1, 6))::bit(24)::int % 1000`;

/** Letters of the day went out: most without a report, some came back, a few were refused at once. */
export async function tellLetters(tx: Tx, until: Date): Promise<void> {
  await tx.query(
    `update deliveries d set attempts = 1,
       state = case when refused then 'failed' else 'sent' end,
       sent_at = case when not refused then d.due_at + (1 + luck % 7) * interval '1 second' end,
       last_error = case when refused then '550 5.1.1 Mailbox unavailable' else '' end,
       report = case when returned then 'undelivered' end,
       report_details = case when returned then '5.1.1 Mailbox does not exist' else '' end,
       reported_at = case when returned then d.due_at + (40 + luck % 50) * interval '1 second' end
     from (
       select client_id, request_id, kind, round, luck, address like 'bounce-%' and luck % 2 = 0 as refused,
         address like 'bounce-%' and luck % 2 = 1 as returned
       from (
         select client_id, request_id, kind, round, address, ${dice('request_id')} as luck
         from deliveries where channel = 'email' and state = 'due' and due_at < $1) due) result
     where d.client_id = result.client_id and d.request_id = result.request_id and d.channel = 'email'
       and d.kind = result.kind and d.round = result.round`,
    [until],
  );
}

/** Minutes after the announcement at which each of eight attempts is made. */
const attemptMinutes = `array[0, 1, 3, 8, 23, 53, 113, 233]`;

/**
 * Callbacks of the day: most are accepted at once, some at the second attempt; on a bad afternoon a receiver is down until
 * all eight attempts are used. `replayed`: those were sent again the day after.
 */
export async function tellCallbacks(tx: Tx, { until, down, replayed }: CallbackDay): Promise<void> {
  await tx.query(
    `with due as (
       select client_id, request_id, announced_at,
         case when announced_at >= $2 and announced_at < $3 then 8
           when ${dice('request_id')} >= 955 then 2 else 1 end as used
       from callbacks where state = 'due' and announced_at < $1),
     made as (
       select d.*, n as attempt, d.announced_at + (${attemptMinutes})[n] * interval '1 minute' as at, 120 + ${dice('d.request_id + n')} as ms,
         n = d.used and d.used < 8 as accepted
       from due d, generate_series(1, d.used) n
       union all
       select d.*, 9, d.announced_at + interval '1 day', 140, true from due d where d.used = 8 and $4),
     kept as (
       insert into callback_attempts (client_id, request_id, attempt, at, duration_ms, http_status, answer_head, problem)
       select client_id, request_id, attempt, at, ms, case when accepted then 200 else 502 end,
         case when accepted then 'OK' else '<html>Bad Gateway</html>' end, case when accepted then '' else $5 end from made)
     update callbacks c set state = case when last.accepted then 'accepted' else 'abandoned' end,
       attempts = last.attempt, tries = case when last.attempt = 9 then 1 else last.attempt end,
       last_status = case when last.accepted then 200 else 502 end, last_problem = case when last.accepted then '' else $5 end,
       due_at = last.at, ended_at = last.at + last.ms * interval '1 millisecond'
     from (select distinct on (client_id, request_id) * from made order by client_id, request_id, attempt desc) last
     where c.client_id = last.client_id and c.request_id = last.request_id`,
    [
      until,
      down?.from ?? null,
      down?.until ?? null,
      replayed,
      answerReasons.text({ is: 'other-status' }, 'en'),
    ],
  );
}

export interface CallbackDay {
  until: Date;
  /** When no receiver answers; null: they always do. */
  down: { from: Date; until: Date } | null;
  replayed: boolean;
}

/** What recipients did: of a hundred delivered gifts about 78 are looked at and 64 opened. */
export async function tellVisits(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    `with delivered as (
       select x.client_id, x.request_id, x.supplier_id, x.code_id, ${dice('x.request_id')} as luck, d.sent_at
       from certificates x
       join requests r on r.client_id = x.client_id and r.id = x.request_id and not r.testmode and r.refunded_at is null
       join deliveries d on d.client_id = x.client_id and d.request_id = x.request_id
         and d.kind = 'certificate' and d.round = 1 and d.state = 'sent' and d.report is null
       where x.code_id is not null),
     looked as (
       select *, sent_at + (600 + luck * 97 % 190000) * interval '1 second' as at from delivered where luck < 780),
     opened as (
       select *, at + (8 + luck % 50) * interval '1 second' as opened_at from looked where luck < 640),
     noted as (
       insert into gift_events (client_id, request_id, kind, first_at, last_at, times)
       select client_id, request_id, 'opened', at, at, 1 from looked where at < $1
       union all
       select client_id, request_id, 'revealed', opened_at, opened_at, 1 from opened where opened_at < $1)
     insert into code_readings (supplier_id, code_id, reader, address, at)
     select supplier_id, code_id, 'gift-page', '203.0.113.' || (1 + luck % 250), opened_at from opened where opened_at < $1
     order by opened_at`,
    [now],
  );
}

/**
 * Two of three opened codes that the platform made are redeemed within days, while the tills of the demo are open; of those that are
 * used in parts, two of three keep a rest.
 */
export async function tellRedemptions(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    `with sold as (
       select v.supplier_id, v.code_id, u.person_id as cashier_id, m.person_id, split_part(p.name, ' ', 1) as person,
         m.person_id is not null and ${dice('v.code_id')} % 3 = 0 as by_person,
         (date_trunc('day', v.at at time zone 'Europe/Moscow') + (1 + ${dice('v.code_id')} % 8) * interval '1 day'
           + interval '10 hours' + ${dice('v.code_id + 1')} * interval '39 seconds') at time zone 'Europe/Moscow' as at,
         c.face_kopecks,
         case when not g.in_parts then null
           when ${dice('v.code_id + 2')} % 3 = 0 then c.face_kopecks
           else c.face_kopecks * (25 + ${dice('v.code_id + 3')} % 60) / 10000 * 100 end as amount_kopecks
       from (select supplier_id, code_id, min(at) as at from code_readings where reader = 'gift-page' group by 1, 2) v
       join codes c on c.supplier_id = v.supplier_id and c.id = v.code_id
       join products g on g.id = c.product_id
       join memberships u on u.side = 'supplier' and u.party_id = v.supplier_id and u.till_name is not null
       left join lateral (
         select person_id from memberships
         where side = 'supplier' and party_id = v.supplier_id and role = 'cashier' and till_name is null
         order by id limit 1) m on true
       left join persons p on p.id = m.person_id
       where ${dice('v.code_id + 7')} < 660),
     redeemed as (
       insert into redemptions (supplier_id, code_id, transaction, person_id, till, redeemed_at, part, amount_kopecks, left_kopecks)
       select supplier_id, code_id, upper(substr(md5(gen_random_uuid()::text), 1, 12)),
         case when by_person then person_id else cashier_id end,
         case when by_person then person else 'kassa@' || supplier_id end, at,
         case when amount_kopecks < face_kopecks then 1 else 0 end, amount_kopecks, face_kopecks - amount_kopecks
       from sold
       where at < $1
       order by at
       returning supplier_id, code_id, amount_kopecks)
     update codes c set taken_kopecks = r.amount_kopecks from redeemed r
     where c.supplier_id = r.supplier_id and c.id = r.code_id and r.amount_kopecks is not null`,
    [now],
  );
}
