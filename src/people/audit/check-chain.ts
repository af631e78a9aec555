/** Checks that the audit's chains are whole, and lists acts. */
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Party } from '../access/party.ts';
import { beginning, hashOf, type AuditEntry } from './chain.ts';

export type ChainCheck =
  | { is: 'whole'; rows: number }
  /** The first row that is missing, was changed, or does not follow from the one before. */
  | { is: 'broken'; seq: number };

const rowsInRound = 5000;

/** Reads a party's chain from its beginning, some thousand rows at a time, in whatever snapshot the caller has. */
export async function checkChain(db: Sql, keyring: Keyring, party: Party): Promise<ChainCheck> {
  const { rows: heads } = await db.query<{ seq: number; hash: Buffer }>(
    `select seq, hash from audit_heads where side = $1 and party_id = $2`,
    [party.side, party.partyId],
  );
  const [head = { seq: 0, hash: beginning }] = heads;
  let seq = 0;
  let hash: Buffer = beginning;
  for (;;) {
    const rows = await readAfter(db, party, seq);
    for (const { hash: kept, ...entry } of rows) {
      const follows = entry.seq === seq + 1 && hashOf(keyring, hash, entry).equals(kept);
      if (!follows || (entry.seq === head.seq && !kept.equals(head.hash)))
        return { is: 'broken', seq: seq + 1 };
      seq = entry.seq;
      hash = kept;
    }
    if (rows.length < rowsInRound) break;
  }
  // An act that commits meanwhile only makes the chain longer than the head that was read.
  return head.seq > seq ? { is: 'broken', seq: seq + 1 } : { is: 'whole', rows: seq };
}

/** Checks every chain; answers the broken ones. */
export async function checkChains(
  db: Sql,
  keyring: Keyring,
): Promise<{ chains: number; rows: number; broken: (Party & { seq: number })[] }> {
  const { rows: parties } = await db.query<Party>(
    `select side, party_id as "partyId" from audit_heads
     union select side, party_id from audit order by 1, 2`,
  );
  const broken: (Party & { seq: number })[] = [];
  let rows = 0;
  for (const party of parties) {
    const check = await checkChain(db, keyring, party);
    if (check.is === 'broken') broken.push({ ...party, seq: check.seq });
    else rows += check.rows;
  }
  return { chains: parties.length, rows, broken };
}

/** Columns of an `AuditEntry`. */
export const auditColumns = `side, party_id as "partyId", seq, at, actor, actor_name as "actorName", act, about, before, after`;

async function readAfter(db: Sql, { side, partyId }: Party, seq: number) {
  const { rows } = await db.query<AuditEntry & { hash: Buffer }>(
    `select ${auditColumns}, hash from audit
     where side = $1 and party_id = $2 and seq > $3 order by seq limit $4`,
    [side, partyId, seq, rowsInRound],
  );
  return rows;
}

export interface ActsAsk {
  /** A number of the chain, for older ones. */
  before?: number | null;
  /** Reads only acts of this actor, or of this kind. */
  actor?: string | null;
  act?: string | null;
  limit: number;
}

/** The last acts of a party, the newest first. */
export async function listActs(
  db: Sql,
  { side, partyId }: Party,
  { before = null, actor = null, act = null, limit }: ActsAsk,
): Promise<AuditEntry[]> {
  const values: unknown[] = [side, partyId, limit];
  const only = [
    ['seq <', before],
    ['actor =', actor],
    ['act =', act],
  ].flatMap(([condition, value]) => (value === null ? [] : [`and ${condition} $${values.push(value)}`]));
  const { rows } = await db.query<AuditEntry>(
    `select ${auditColumns} from audit where side = $1 and party_id = $2 ${only.join(' ')} order by seq desc limit $3`,
    values,
  );
  return rows;
}
