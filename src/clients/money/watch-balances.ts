/** Looks which clients' funds have gone below the level that they set, or are above it again. */
import { findReaders } from '../find-readers.ts';
import { queueLettersToClients } from '../../messaging/outbox/queue-letters.ts';
import { transaction, type Database, type Tx } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import type { Clock } from '../../platform/time/clock.ts';

const idleMs = 10_000;
const watchesInRound = 100;
/** Funds that go up and down around the level are not told more often. */
const notifyingPauseMs = 3_600_000;

export function createBalanceWatcher({ db, clock }: { db: Database; clock: Clock }): Worker {
  async function round(): Promise<number> {
    let changed = 0;
    for (const clientId of await findChanged(db, clock.now()))
      changed += await transaction(db, (tx) => judge(tx, clientId, clock.now()));
    return changed;
  }
  return { name: 'watch-balances', idleMs, round, drain: () => Promise.resolve() };
}

const judged = `
  select w.client_id as "clientId", w.level_kopecks as level, w.is_told as "isNotified",
    a.balance_kopecks + a.credit_kopecks as available, a.balance_kopecks + a.credit_kopecks < w.level_kopecks as "isBelow",
    w.below_since is not null as "wasBelow", coalesce(w.told_at <= $1, true) as "mayNotify"
  from balance_watches w join accounts a on a.client_id = w.client_id and a.name = 'funds'`;

interface Judged {
  clientId: number;
  level: number;
  available: number;
  isBelow: boolean;
  wasBelow: boolean;
  isNotified: boolean;
  mayNotify: boolean;
}

const notifiedBefore = (now: Date): Date => new Date(now.getTime() - notifyingPauseMs);

async function findChanged(db: Database, now: Date): Promise<number[]> {
  const { rows } = await db.query<Judged>(
    `select "clientId" from (${judged}) j
     where "isBelow" <> "wasBelow" or ("isBelow" and not "isNotified" and "mayNotify") order by 1 limit $2`,
    [notifiedBefore(now), watchesInRound],
  );
  return rows.map(({ clientId }) => clientId);
}

/** Once a crossing: that it is low, and that it is over if the former was told. */
async function judge(tx: Tx, clientId: number, now: Date): Promise<number> {
  const { rows } = await tx.query<Judged>(`${judged} where w.client_id = $2 for update of w`, [
    notifiedBefore(now),
    clientId,
  ]);
  const [watch] = rows;
  if (watch === undefined) return 0;
  const { isBelow, wasBelow, isNotified, mayNotify } = watch;
  const notifiesLow = isBelow && !isNotified && mayNotify;
  if (isBelow === wasBelow && !notifiesLow) return 0;
  await tx.query(
    `update balance_watches set below_since = case when $2 then coalesce(below_since, $3) end,
       is_told = $2 and (is_told or $4), told_at = case when $4 then $3 else told_at end
     where client_id = $1`,
    [clientId, isBelow, now, notifiesLow],
  );
  if (notifiesLow) await queueMails(tx, watch, 'low', now);
  if (!isBelow && isNotified) await queueMails(tx, watch, 'over', now);
  return 1;
}

async function queueMails(tx: Tx, watch: Judged, is: 'low' | 'over', now: Date): Promise<void> {
  const { clientId: ownerId, available: availableKopecks, level: levelKopecks } = watch;
  const content = { is, availableKopecks, levelKopecks };
  const readers = [...(await findReaders(tx, ownerId, 'low-balance'))];
  const letters = readers.map(([address, language]) => ({ ownerId, address, language, content }));
  await queueLettersToClients(tx, 'balance', letters, now);
}
