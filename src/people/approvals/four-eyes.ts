import type { Sql, Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { operator } from '../access/party.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import { recordAct } from '../audit/record-act.ts';

/** Whether acts of the operator that touch money or codes wait for a second person. Off: a single operator decides alone. */
export interface FourEyes {
  on: boolean;
  /** Bookings up to this sum need nobody else. */
  aboveKopecks: number;
}

const singleOperator: FourEyes = { on: false, aboveKopecks: 0 };

export async function readFourEyes(db: Sql): Promise<FourEyes> {
  const { rows } = await db.query<FourEyes>(
    `select four_eyes as on, four_eyes_above_kopecks as "aboveKopecks" from party_policies
     where side = $1 and party_id = $2`,
    [operator.side, operator.partyId],
  );
  return rows[0] ?? singleOperator;
}

export async function writeFourEyes(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  chosen: FourEyes,
  now: Date,
): Promise<void> {
  const before = await readFourEyes(tx);
  await tx.query(
    `insert into party_policies (side, party_id, four_eyes, four_eyes_above_kopecks) values ($1, $2, $3, $4)
     on conflict (side, party_id) do update
     set four_eyes = excluded.four_eyes, four_eyes_above_kopecks = excluded.four_eyes_above_kopecks`,
    [operator.side, operator.partyId, chosen.on, chosen.aboveKopecks],
  );
  const act = { party: operator, by: actorOf(principal), act: 'four-eyes.set', about: 'four eyes' };
  await recordAct(tx, keyring, { ...act, before, after: chosen }, now);
}
