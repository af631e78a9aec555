import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import { areSameBytes } from '../../platform/secrets/constant-time.ts';
import { tokenHash, type Keyring } from '../../platform/secrets/keyring.ts';
import type { Language } from '../../platform/text/language.ts';
import { operator } from '../access/party.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import { leadRole } from '../access/rights.ts';
import { recordAct } from '../audit/record-act.ts';
import { readEmail } from '../persons/email.ts';
import { newToken } from '../sessions/session.ts';

/** How long the link to become the first operator is valid. */
export const setupLinkMinutes = 60;

export interface SetupLink {
  tokenHash: Buffer;
  /** Address of the person who may use it; null: anybody who has it. */
  email: string | null;
  language: Language;
}

export type SetupLinkMade =
  | { is: 'made'; token: string; expiresAt: Date }
  | { is: 'operator-exists' | 'bad-email' | 'forbidden' };

/** Makes the link for the first operator, from a shell alone. An earlier one becomes invalid. */
export async function makeSetupLink(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { email: typed, language }: { email: string | null; language: Language },
  now: Date,
): Promise<SetupLinkMade> {
  if (principal.is !== 'command') return { is: 'forbidden' };
  const email = typed === null ? null : readEmail(typed);
  if (typed !== null && email === null) return { is: 'bad-email' };
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + setupLinkMinutes * 60_000);
  return atomically<SetupLinkMade>(db, async (tx) => {
    const values = [hash, email, language, now, expiresAt];
    await tx.query(
      `insert into setup_links (id, token_hash, email, language, made_at, expires_at)
       values (1, $1, $2, $3, $4, $5) on conflict (id) do nothing`,
      values,
    );
    await tx.query(`select from setup_links where id = 1 for update`);
    // Read after the row is locked: whoever becomes the operator holds it too.
    if (await hasOperator(tx)) return { is: 'operator-exists' };
    await tx.query(
      `update setup_links set token_hash = $1, email = $2, language = $3, made_at = $4, expires_at = $5, used_at = null`,
      values,
    );
    const act = { party: operator, by: actorOf(principal), act: 'setup.link-made', about: 'setup' };
    await recordAct(tx, keyring, { ...act, after: { email, expiresAt } }, now);
    return { is: 'made', token, expiresAt };
  });
}

/** Whether somebody leads the operator's team, so that nobody else may come in by a link from the shell. */
export async function hasOperator(db: Sql): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from memberships where side = 'operator' and party_id = 0 and role = $1 limit 1`,
    [leadRole.operator],
  );
  return (rowCount ?? 0) > 0;
}

/** The link of this token while it is valid; null otherwise. */
export async function findSetupLink(db: Sql, token: string, now: Date): Promise<SetupLink | null> {
  const { rows } = await db.query<SetupLink>(
    `select token_hash as "tokenHash", email, language from setup_links
     where id = 1 and used_at is null and expires_at > $1`,
    [now],
  );
  const [link] = rows;
  return link !== undefined && areSameBytes(link.tokenHash, tokenHash(token)) ? link : null;
}

/** If two people use the link at once, only one finds it valid. */
export async function holdSetupLink(tx: Tx, link: SetupLink, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from setup_links where id = 1 and token_hash = $1 and used_at is null and expires_at > $2 for update`,
    [link.tokenHash, now],
  );
  return rowCount === 1 && !(await hasOperator(tx));
}

export async function endSetupLink(tx: Tx, now: Date): Promise<void> {
  await tx.query(`update setup_links set used_at = $1 where id = 1 and used_at is null`, [now]);
}
