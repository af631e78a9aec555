import type { Sql } from '../../platform/database/database.ts';
import type { Party } from '../access/party.ts';
import type { AuditEntry } from './chain.ts';

/** A place in the list of all acts, newest first. */
export interface ActPlace extends Party {
  at: Date;
  seq: number;
}

export interface AllActsAsk {
  /** Reads only this chain; null: all. */
  party: Party | null;
  actor: string | null;
  act: string | null;
  /** Not older, and older than. */
  from: Date | null;
  until: Date | null;
  /** The last one that was shown before. */
  after: ActPlace | null;
  limit: number;
}

export interface FoundActs {
  acts: AuditEntry[];
  /** More were not looked through for the filters: the list goes on after this place. */
  lookedTo: ActPlace | null;
}

/** Acts that are looked through for the ones that fit. */
const mostLooked = 20_000;

const columns = `side, party_id as "partyId", seq, at, actor, actor_name as "actorName", act, about, before, after`;
const order = `at desc, side desc, party_id desc, seq desc`;

/** Acts of every party by time, the newest first; looks through a bounded number. */
export async function listAllActs(db: Sql, ask: AllActsAsk): Promise<FoundActs> {
  const { party, actor, act, from, until, after, limit } = ask;
  const values: unknown[] = [];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const within = [
    party !== null && `side = ${value(party.side)} and party_id = ${value(party.partyId)}`,
    from !== null && `at >= ${value(from)}`,
    until !== null && `at < ${value(until)}`,
    after !== null &&
      `(at, side, party_id, seq) < (${value(after.at)}::timestamptz, ${value(after.side)}::text, ${value(after.partyId)}::bigint, ${value(after.seq)}::bigint)`,
  ].filter((one) => one !== false);
  const looked = `select * from audit ${within.length === 0 ? '' : `where ${within.join(' and ')}`} order by ${order}`;
  const bounds = [...values];
  const fitting = [
    actor !== null && `actor like ${value(actor === 'command' ? 'command%' : actor)}`,
    act !== null && `act = ${value(act)}`,
  ].filter((one) => one !== false);
  const { rows } = await db.query<AuditEntry>(
    `select ${columns} from (${looked} limit ${mostLooked}) a
     ${fitting.length === 0 ? '' : `where ${fitting.join(' and ')}`} order by ${order} limit ${value(limit)}`,
    values,
  );
  if (rows.length === limit || fitting.length === 0) return { acts: rows, lookedTo: null };
  const last = await db.query<ActPlace>(
    `select at, side, party_id as "partyId", seq from (${looked} limit 1 offset ${mostLooked - 1}) a`,
    bounds,
  );
  return { acts: rows, lookedTo: last.rows[0] ?? null };
}
