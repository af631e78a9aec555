import type { Sql } from '../../platform/database/database.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import { approvalHours } from './approvals.ts';
import type { GivenAsk } from './take-given.ts';

/** What somebody asked a second person for: it waits, or was given and can be used. */
export interface OwnAsk {
  id: number;
  isGiven: boolean;
  /** What was asked for, as stored. */
  payload: Readonly<Record<string, unknown>>;
  /** When it is worth nothing any more. */
  until: Date;
}

/** What `takeGiven` would take, else what this principal still waits for. */
export async function findAsked(
  db: Sql,
  principal: Principal,
  { party, act, of }: GivenAsk,
  now: Date,
): Promise<OwnAsk | null> {
  const { rows } = await db.query<{ id: number; payload: string; isGiven: boolean; since: Date }>(
    `(select id, payload, true as "isGiven", decided_at as since from approvals
      where side = $1 and party_id = $2 and asked_by = $3 and state = 'done' and taken_at is null and decided_at > $4
        and act = $5 and payload::jsonb @> $6::jsonb
      order by decided_at, id limit 1)
     union all
     (select id, payload, false, asked_at from approvals
      where side = $1 and party_id = $2 and asked_by = $3 and state = 'open' and asked_at > $4
        and act = $5 and payload::jsonb @> $6::jsonb
      order by asked_at, id limit 1)`,
    [
      party.side,
      party.partyId,
      actorOf(principal).actor,
      new Date(now.getTime() - approvalHours * 3600_000),
      act,
      JSON.stringify(of),
    ],
  );
  const approval = rows.find(({ isGiven }) => isGiven) ?? rows[0];
  if (approval === undefined) return null;
  const { id, isGiven, since } = approval;
  return {
    id,
    isGiven,
    payload: JSON.parse(approval.payload) as Record<string, unknown>,
    until: new Date(since.getTime() + approvalHours * 3600_000),
  };
}

/** The approval that waits for a decision about such an act, whoever asked for it. */
export async function findOpenAsk(db: Sql, { party, act, of }: GivenAsk, now: Date): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `select id from approvals
     where side = $1 and party_id = $2 and state = 'open' and expires_at > $3 and act = $4 and payload::jsonb @> $5::jsonb
     order by id limit 1`,
    [party.side, party.partyId, now, act, JSON.stringify(of)],
  );
  return rows[0]?.id ?? null;
}

/** What was given as the reason. */
export const reasonOf = (asked: OwnAsk | null): string =>
  typeof asked?.payload['reason'] === 'string' ? asked.payload['reason'] : '';
