/** Recovery codes: made, used up, counted. */
import { randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

/** Crockford's alphabet: read out and typed without mistakes. 10 symbols are 50 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const symbols = 10;
const codesAtOnce = 10;

const newCode = (): string =>
  [...randomBytes(symbols)].map((byte) => alphabet[byte % alphabet.length]).join('');

/** People may type it in any case, with or without the dash, O for 0 and I or L for 1. */
const normalise = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

const hashOf = (keyring: Keyring, personId: number, code: string): Buffer =>
  keyring.fingerprint(`recovery-code:${personId}:${normalise(code)}`);

export const looksLikeRecoveryCode = (typed: string): boolean => {
  const code = normalise(typed);
  return code.length === symbols && [...code].every((symbol) => alphabet.includes(symbol));
};

/** Ten new codes that replace the old ones; shown once, and stored as keyed hashes. */
export async function renewRecoveryCodes(tx: Tx, keyring: Keyring, personId: number): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newCode);
  await tx.query(`delete from recovery_codes where person_id = $1`, [personId]);
  await tx.query(`insert into recovery_codes (person_id, code_hash) select $1, unnest($2::bytea[])`, [
    personId,
    codes.map((code) => hashOf(keyring, personId, code)),
  ]);
  return codes.map((code) => `${code.slice(0, symbols / 2)}-${code.slice(symbols / 2)}`);
}

/** Uses a code up; false where there is none such left. */
export async function burnRecoveryCode(
  db: Sql,
  keyring: Keyring,
  { personId, code }: { personId: number; code: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update recovery_codes set used_at = $3 where person_id = $1 and code_hash = $2 and used_at is null`,
    [personId, hashOf(keyring, personId, code), now],
  );
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Sql, personId: number): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    `select count(*) as left from recovery_codes where person_id = $1 and used_at is null`,
    [personId],
  );
  return rows[0]?.left ?? 0;
}
