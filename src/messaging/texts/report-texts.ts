import type { Context } from '../../context.ts';
import { transaction, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { gather } from '../../platform/batching/gather.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { TextReceipt } from '../../platform/texter/text-provider.ts';
import { findTexts, type FoundReceipt } from './find-text.ts';
import { keepTextReceipts } from './keep-text-receipts.ts';

/** How long to wait for a receipt; without one by then the state is unknown. */
export const receiptHours = 72;
/** How long later receipts are still accepted, and unmatched ones kept. */
const rememberedDays = 7;
/** A receipt that came before its part was recorded is tried again after a pause that grows with its age. */
const leastPauseMs = 1000;
const batch = 500;
const idleMs = 500;
const sweepEveryMs = 60_000;
/** What the provider told of a text that was already delivered. */
const laterReportPrefix = 'delivered, later told: ';
const keepLimits = { batch: 200, concurrency: 1, waiting: 10_000, lingerMs: 2 };

type ReporterContext = Pick<Context, 'db' | 'cells' | 'keyring' | 'clock' | 'texter' | 'metrics' | 'log'>;

/** Matches the providers' receipts with deliveries and updates their reports. */
export function createTextReporter(ctx: ReporterContext): Worker {
  const keep = gather(async (receipts: TextReceipt[]) => {
    await keepTextReceipts(ctx, receipts, ctx.clock.now());
    return receipts.map(() => true);
  }, keepLimits);
  let isListening = false;
  let sweptMs = 0;

  /** Each a batch; as long as one is full, the next round goes on. */
  async function sweep(now: Date): Promise<Swept> {
    if (Math.abs(now.getTime() - sweptMs) < sweepEveryMs) return { unknown: 0, forgotten: 0 };
    const forgotten = await forget(ctx.db, now);
    const unknown = await giveUp(ctx.db, now);
    if (forgotten < batch && unknown < batch) sweptMs = now.getTime();
    return { unknown, forgotten };
  }

  function listen(): void {
    if (isListening) return;
    isListening = true;
    ctx.texter.receive(async (receipts) => {
      const kept = await Promise.all(receipts.map(async (receipt) => keep(receipt)));
      if (kept.includes('full')) throw new Error('Too many receipts at once.');
    });
  }

  return {
    name: 'report-texts',
    idleMs,
    due: [`select from {cell}.text_receipts where due_at <= $1`],
    async round() {
      listen();
      const now = ctx.clock.now();
      const reports = await transaction(ctx.db, (tx) => matchReceipts(tx, ctx.keyring, now));
      const { unknown, forgotten } = await sweep(now);
      for (const report of reports.reports) ctx.metrics.textReportsTotal.inc({ report });
      ctx.metrics.textReportsTotal.inc({ report: 'unknown' }, unknown);
      return reports.matched + unknown + forgotten;
    },
    drain: () => Promise.resolve(),
  };
}

interface Swept {
  /** Texts whose receipt never came. */
  unknown: number;
  /** Parts, or receipts without a part, whichever were more. */
  forgotten: number;
}

/** A text is delivered if all its parts are; one failed part makes it undelivered. */
async function matchReceipts(
  tx: Tx,
  keyring: Keyring,
  now: Date,
): Promise<{ matched: number; reports: TextReceipt['report'][] }> {
  const { ids, found } = await findTexts(tx, keyring, now, batch);
  if (ids.length === 0) return { matched: 0, reports: [] };
  const matched = new Set(found.map(({ id }) => id));
  const unmatched = ids.filter((id) => !matched.has(id));
  await putOff(tx, unmatched, now);
  if (matched.size === 0) return { matched: 0, reports: [] };
  const reports = await writeReports(tx, found, now);
  await tx.query(`delete from text_receipts where id = any($1::bigint[])`, [[...matched]]);
  return { matched: matched.size, reports };
}

async function putOff(tx: Tx, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update text_receipts set due_at = $2::timestamptz + greatest($3 * interval '1 millisecond', $2::timestamptz - received_at)
     where id = any($1::bigint[])`,
    [ids, now, leastPauseMs],
  );
}

async function writeReports(tx: Tx, receipts: FoundReceipt[], now: Date): Promise<TextReceipt['report'][]> {
  const keys = columnsOf(receipts, ['clientId', 'requestId', 'kind', 'round']);
  // Two processes may have receipts of parts of one text: the first locks the delivery, and the second then sees what
  // it wrote.
  await tx.query(
    `select from deliveries
     where (client_id, request_id, kind, round) in
       (select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[])) and channel = 'sms'
     order by client_id, request_id, kind, round for update`,
    keys,
  );
  // A phone that has a text keeps it: what is told afterwards does not count.
  await tx.query(
    `update text_parts p set report = receipt.report
     from (select client_id, request_id, kind, round, part, min(report) as report
           from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::integer[], $6::text[])
             as one (client_id, request_id, kind, round, part, report)
           group by client_id, request_id, kind, round, part) receipt
     where p.client_id = receipt.client_id and p.request_id = receipt.request_id and p.kind = receipt.kind
       and p.round = receipt.round and p.part = receipt.part and p.report is distinct from 'delivered'`,
    [...keys, ...columnsOf(receipts, ['part', 'report'])],
  );
  const { rows } = await tx.query<{ report: TextReceipt['report'] }>(
    `update deliveries d
     set report = whole.report, reported_at = $6,
         report_details = case when whole.report = 'undelivered' then coalesce(whole.details, '') else '' end
     from (select p.client_id, p.request_id, p.kind, p.round, max(receipt.details) filter (where receipt.details <> '') as details,
             case when bool_or(p.report = 'undelivered') then 'undelivered'
                  when count(distinct p.part) filter (where p.report = 'delivered') = max(p.of_parts) then 'delivered' end as report
           from text_parts p
           join unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::text[])
             as receipt (client_id, request_id, kind, round, details)
             on p.client_id = receipt.client_id and p.request_id = receipt.request_id and p.kind = receipt.kind
               and p.round = receipt.round
           group by p.client_id, p.request_id, p.kind, p.round) whole
     where d.client_id = whole.client_id and d.request_id = whole.request_id and d.channel = 'sms'
       and d.kind = whole.kind and d.round = whole.round and d.state = 'sent' and whole.report is not null
       and d.report is distinct from whole.report
     returning d.report`,
    [...keys, receipts.map(({ report, details }) => (report === 'undelivered' ? details : '')), now],
  );
  await noteContradictions(tx, receipts);
  return rows.map((row) => row.report);
}

/** Some providers report that a text ended otherwise after it was delivered: people see it, and it changes nothing. */
async function noteContradictions(tx: Tx, receipts: FoundReceipt[]): Promise<void> {
  const denials = receipts.filter(({ report }) => report === 'undelivered');
  if (denials.length === 0) return;
  await tx.query(
    `update deliveries d set report_details = $6 || denial.details
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::text[])
       as denial (client_id, request_id, kind, round, details)
     where d.client_id = denial.client_id and d.request_id = denial.request_id and d.channel = 'sms'
       and d.kind = denial.kind and d.round = denial.round and d.report = 'delivered'`,
    [...columnsOf(denials, ['clientId', 'requestId', 'kind', 'round', 'details']), laterReportPrefix],
  );
}

/** Texts whose receipt never came. */
async function giveUp(db: Sql, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `update deliveries set report = 'unknown', report_details = 'no receipt came', reported_at = $1
     where ctid = any(array(
       select ctid from deliveries
       where channel = 'sms' and state = 'sent' and report is null and sent_at <= $2
       order by sent_at limit $3 for update skip locked))`,
    [now, new Date(now.getTime() - receiptHours * 3_600_000), batch],
  );
  return rowCount ?? 0;
}

async function forget(db: Sql, now: Date): Promise<number> {
  const before = new Date(now.getTime() - rememberedDays * 86_400_000);
  const forgotten = await Promise.all([
    db.query(
      `delete from text_parts where ctid = any(array(
         select ctid from text_parts where sent_at < $1 order by sent_at limit $2 for update skip locked))`,
      [before, batch],
    ),
    db.query(
      `delete from text_receipts where ctid = any(array(
         select ctid from text_receipts where received_at < $1 limit $2 for update skip locked))`,
      [before, batch],
    ),
  ]);
  return Math.max(...forgotten.map(({ rowCount }) => rowCount ?? 0));
}
