import type { SealedColumn } from '../../platform/secrets/reseal.ts';
import { randomBytes } from 'node:crypto';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import { tokenHash, type Keyring } from '../../platform/secrets/keyring.ts';
import type { ExportField, ExportFormat } from './used-item.ts';

/** A supplier's access to our integration API, without secrets. */
export interface IntegrationAccess {
  supplierId: number;
  supplierName: string;
  hasToken: boolean;
  userName: string | null;
  allowedNetworks: string[];
  format: ExportFormat;
  fields: ExportField[];
  redeemsOwn: boolean;
  /** How many hours sales may wait for a call for the list that activates them, before people are told. */
  pullHours: number;
}

/** Agreed with suppliers about whom nothing else is set; the same as the column's default. */
export const usualPullHours = 24;
export const mostPullHours = 720;

/** User names of the Basic scheme. */
export const basicUserName = /^[^:\s\p{Cc}]{1,100}$/u;

export type AccessSet =
  | 'set'
  | 'no-supplier'
  | 'user-taken'
  /** Certificates with its own codes are used in parts, and nobody else knows what is left of them. */
  | 'parts-need-till';

export interface AccessChange {
  supplierId: number;
  /** A user and the hash of its password; null removes basic access. */
  basic?: { userName: string; passwordHash: string } | null;
  allowedNetworks?: string[];
  format?: ExportFormat;
  fields?: ExportField[];
  redeemsOwn?: boolean;
  pullHours?: number;
}

const tokenBytes = 32;
const keptContext = (supplierId: number): string => `integration-token:${supplierId}`;

export const sealedTokens: SealedColumn<{ supplier_id: number }> = {
  table: 'integration_access',
  column: 'token_kept',
  key: { supplier_id: 'bigint' },
  context: (row) => keptContext(row.supplier_id),
};

/** The token contains the supplier's id, so that it is found by the key and on the supplier's shard. */
const tokenForm = /^fv_([1-9]\d{0,14})_[A-Za-z0-9_-]{43}$/;

export function supplierOfToken(token: string): number | null {
  const [, id] = tokenForm.exec(token) ?? [];
  return id === undefined ? null : Number(id);
}

/** Gives a supplier a new bearer token; the previous one becomes invalid. */
export function issueIntegrationToken(
  db: DatabaseOrTx,
  keyring: Keyring,
  ask: { supplierId: number; keep?: boolean },
  now: Date,
): Promise<{ is: 'issued'; token: string } | { is: 'no-supplier' }> {
  return atomically(db, (tx) => issueToken(tx, keyring, ask, now));
}

async function issueToken(
  tx: Tx,
  keyring: Keyring,
  ask: { supplierId: number; keep?: boolean },
  now: Date,
): Promise<{ is: 'issued'; token: string } | { is: 'no-supplier' }> {
  const token = `fv_${ask.supplierId}_${randomBytes(tokenBytes).toString('base64url')}`;
  const kept = ask.keep === true ? keyring.seal(token, keptContext(ask.supplierId)) : null;
  if ((await writeAccess(tx, { supplierId: ask.supplierId }, now)) !== 'set') {
    return { is: 'no-supplier' };
  }
  await tx.query(`update integration_access set token_hash = $2, token_kept = $3 where supplier_id = $1`, [
    ask.supplierId,
    tokenHash(token),
    kept,
  ]);
  return { is: 'issued', token };
}

/** The token of a supplier whose token is stored. */
export async function keptIntegrationToken(
  db: Sql,
  keyring: Keyring,
  supplierId: number,
): Promise<string | null> {
  const { rows } = await db.query<{ token_kept: Buffer | null }>(
    `select token_kept from integration_access where supplier_id = $1`,
    [supplierId],
  );
  const kept = rows[0]?.token_kept ?? null;
  return kept === null ? null : keyring.open(kept, keptContext(supplierId));
}

/** Changes the given fields; the first change creates the access, without any credentials. */
export function setIntegrationAccess(db: DatabaseOrTx, change: AccessChange, now: Date): Promise<AccessSet> {
  return atomically(db, (tx) => writeAccess(tx, change, now));
}

/** Changes the access, and issues a new bearer token if requested (otherwise `token` is null). */
export function changeAccess(
  db: DatabaseOrTx,
  keyring: Keyring,
  { newToken, ...change }: AccessChange & { newToken: boolean },
  now: Date,
): Promise<{ is: 'set'; token: string | null } | { is: Exclude<AccessSet, 'set'> }> {
  return atomically(db, async (tx) => {
    const outcome = await writeAccess(tx, change, now);
    if (outcome !== 'set') return { is: outcome };
    if (!newToken) return { is: 'set', token: null };
    const issued = await issueToken(tx, keyring, { supplierId: change.supplierId }, now);
    return issued.is === 'issued' ? { is: 'set', token: issued.token } : issued;
  });
}

async function hasParts(tx: Tx, supplierId: number): Promise<boolean> {
  const { rows } = await tx.query<{ inParts: boolean }>(
    `select exists (
       select from products where supplier_id = $1 and in_parts and transfer_scheme <> 'platform') as "inParts"`,
    [supplierId],
  );
  return rows[0]?.inParts === true;
}

async function writeAccess(tx: Tx, change: AccessChange, now: Date): Promise<AccessSet> {
  const { supplierId, basic } = change;
  const { rows } = await tx.query<{ known: boolean; taken: boolean }>(
    `select exists (select from suppliers where id = $1) as known,
       exists (select from integration_access where user_name = $2 and supplier_id <> $1) as taken`,
    [supplierId, basic?.userName ?? null],
  );
  if (rows[0]?.known !== true) return 'no-supplier';
  if (rows[0].taken) return 'user-taken';
  if (change.redeemsOwn === false && (await hasParts(tx, supplierId))) return 'parts-need-till';
  await tx.query(
    `insert into integration_access (supplier_id, changed_at) values ($1, $2)
     on conflict (supplier_id) do update set changed_at = excluded.changed_at`,
    [supplierId, now],
  );
  await tx.query(
    `update integration_access set
       user_name = case when $2 then $3 else user_name end,
       password_hash = case when $2 then $4 else password_hash end,
       allowed_networks = coalesce($5::cidr[], allowed_networks), format = coalesce($6, format),
       fields = coalesce($7::text[], fields), redeems_own = coalesce($8, redeems_own),
       pull_hours = coalesce($9, pull_hours)
     where supplier_id = $1`,
    [
      supplierId,
      basic !== undefined,
      basic?.userName ?? null,
      basic?.passwordHash ?? null,
      change.allowedNetworks ?? null,
      change.format ?? null,
      change.fields ?? null,
      change.redeemsOwn ?? null,
      change.pullHours ?? null,
    ],
  );
  return 'set';
}

export const accessColumns = `a.supplier_id as "supplierId", s.name as "supplierName", a.token_hash is not null as "hasToken",
  a.user_name as "userName", a.allowed_networks::text[] as "allowedNetworks", a.format, a.fields,
  a.redeems_own as "redeemsOwn", a.pull_hours as "pullHours"`;

export async function readIntegrationAccess(db: Sql, supplierId: number): Promise<IntegrationAccess | null> {
  const { rows } = await db.query<IntegrationAccess>(
    `select ${accessColumns} from integration_access a join suppliers s on s.id = a.supplier_id
     where a.supplier_id = $1`,
    [supplierId],
  );
  return rows[0] ?? null;
}
