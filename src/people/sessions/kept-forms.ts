/** Keeps a form that a person sent while they prove who they are or confirm it. */
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SealedColumn } from '../../platform/secrets/reseal.ts';
import type { Session } from './session.ts';

/** A slow person needs so long for the second factor. */
export const keptMinutes = 15;
/** How many forms of one person are kept; older ones are deleted. */
const mostKept = 10;

export interface KeptForm {
  /** With its query. */
  path: string;
  fields: [name: string, value: string][];
}

const contextOf = (personId: number): string => `kept-form:${personId}`;

export const sealedForms: SealedColumn<{ person_id: number }> = {
  table: 'kept_forms',
  column: 'sealed',
  key: { person_id: 'bigint', id: 'bigint' },
  context: (row) => contextOf(row.person_id),
};

const oldest = (now: Date): Date => new Date(now.getTime() - keptMinutes * 60_000);

/** Keeps a form; answers the number under which its person finds it. */
export async function keepForm(
  db: Sql,
  keyring: Keyring,
  { personId, membership }: Session,
  { path, fields }: KeptForm,
  now: Date,
): Promise<number> {
  if (membership === null) throw new Error('Only members send forms that are kept.');
  const { rows } = await db.query<{ id: number }>(
    `with gone as (
       delete from kept_forms where person_id = $1 and (kept_at <= $7 or id in (
         select id from kept_forms where person_id = $1 order by id desc offset $8)))
     insert into kept_forms (person_id, side, party_id, path, sealed, kept_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      personId,
      membership.side,
      membership.partyId,
      path,
      keyring.seal(JSON.stringify(fields), contextOf(personId)),
      now,
      oldest(now),
      mostKept - 1,
    ],
  );
  const [kept] = rows;
  if (kept === undefined) throw new Error('A form was not kept.');
  return kept.id;
}

/** Null: nothing of this person and party is kept under the number, or not any more. */
export async function findKeptForm(
  db: Sql,
  keyring: Keyring,
  { personId, membership }: Session,
  id: number,
  now: Date,
): Promise<KeptForm | null> {
  const { rows } = await db.query<{ path: string; sealed: Buffer }>(
    `select path, sealed from kept_forms
     where person_id = $1 and id = $2 and side = $3 and party_id = $4 and kept_at > $5`,
    [personId, id, membership?.side ?? null, membership?.partyId ?? null, oldest(now)],
  );
  const [kept] = rows;
  if (kept === undefined) return null;
  const fields = JSON.parse(keyring.open(kept.sealed, contextOf(personId))) as KeptForm['fields'];
  return { path: kept.path, fields };
}

/** Takes what was kept, for good: of two that come at once one gets it. Null: not there any more, or of another address. */
export async function takeKeptForm(
  db: Sql,
  keyring: Keyring,
  session: Session,
  { id, path }: { id: string; path: string },
  now: Date,
): Promise<KeptForm | null> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const kept = await findKeptForm(db, keyring, session, number, now);
  if (kept?.path !== path) return null;
  const { rowCount } = await db.query(`delete from kept_forms where person_id = $1 and id = $2`, [
    session.personId,
    number,
  ]);
  return rowCount === 1 ? kept : null;
}
