/** Below which funds a client's finance is told. */
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type Sql } from '../../platform/database/database.ts';
import { clientParty, type MoneyContext } from './ask-top-up.ts';

const maxLevelKopecks = 1_000_000_000_00;

export interface BalanceWatch {
  levelKopecks: number;
  belowSince: Date | null;
}

/** Null: nobody is told. */
export async function findBalanceWatch(db: Sql, clientId: number): Promise<BalanceWatch | null> {
  const { rows } = await db.query<BalanceWatch>(
    `select level_kopecks as "levelKopecks", below_since as "belowSince" from balance_watches where client_id = $1`,
    [clientId],
  );
  return rows[0] ?? null;
}

export type WatchSet = { is: 'set' | 'missing' | 'level' };

/** Sets below which funds finance is told by letter; null: never. A new level is judged again. */
export async function setBalanceWatch(
  { db, keyring }: MoneyContext,
  principal: Principal,
  { clientId, levelKopecks }: { clientId: number; levelKopecks: number | null },
  now: Date,
): Promise<WatchSet> {
  const party = clientParty(clientId);
  if (!may(principal, 'money.move', party)) return { is: 'missing' };
  if (levelKopecks !== null && (levelKopecks < 1 || levelKopecks > maxLevelKopecks)) return { is: 'level' };
  return atomically<WatchSet>(db, async (tx) => {
    const before = await findBalanceWatch(tx, clientId);
    if (before?.levelKopecks === (levelKopecks ?? undefined)) return { is: 'set' };
    await tx.query(`delete from balance_watches where client_id = $1`, [clientId]);
    if (levelKopecks !== null)
      await tx.query(`insert into balance_watches (client_id, level_kopecks) values ($1, $2)`, [
        clientId,
        levelKopecks,
      ]);
    const act = {
      party,
      by: actorOf(principal),
      act: 'money.low-balance-level',
      about: `client ${clientId}`,
    };
    const change = { before: { levelKopecks: before?.levelKopecks ?? null }, after: { levelKopecks } };
    await recordAct(tx, keyring, { ...act, ...change }, now);
    return { is: 'set' };
  });
}
