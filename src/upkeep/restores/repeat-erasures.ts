/** Repeats the erasures of the lost time, by their record outside the database. */
import { askErasure } from '../erasure/ask-erasure.ts';
import { askForgetClient, type NotForgotten } from '../erasure/ask-client.ts';
import { placeOfAsk, type ErasureAsk } from '../erasure/read-erasure.ts';
import { findHashed } from '../erasure/find-hashed.ts';
import { unknownErasures } from '../erasure/unknown-erasures.ts';
import type { RecordedErasure } from '../erasure/record-file.ts';
import type { Principal } from '../../people/access/principal.ts';
import { cellOf, type Celled } from '../../platform/cells/cell-context.ts';
import type { Database, DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { withinGuard, type Judged } from './judge.ts';

/** A client that can't be forgotten yet, and why. */
export interface LeftClient {
  clientId: number;
  problem: NotForgotten;
}

export interface Repeated {
  is: 'repeated';
  /** Asked again; workers erase. */
  asked: number;
  /** Known to the database, or asked again before. */
  known: number;
  /** Erasures of which the restored copy has nothing. */
  gone: number;
  left: LeftClient[];
}

interface RestoredContext extends Celled {
  db: Database;
  keyring: Keyring;
}

/** Can be repeated: what is known is not asked again. */
export async function repeatErasures(
  ctx: RestoredContext,
  principal: Principal,
  record: readonly RecordedErasure[],
  now: Date,
): Promise<Judged<Repeated>> {
  const { db, cells, keyring } = ctx;
  const lost = await unknownErasures(db, record);
  const addresses = await findHashed(ctx, new Set(lost.flatMap((one) => hexOf(one) ?? [])));
  return await withinGuard<Repeated>(db, keyring, principal, now, async (tx, guard) => {
    const counts = { asked: 0, known: record.length - lost.length, gone: 0 };
    const left: LeftClient[] = [];
    for (const one of lost) {
      const asked = await askAgain({ db: tx, cells, keyring, principal, now }, one, addresses);
      if (asked.is === 'left') left.push(asked.client);
      else counts[asked.is] += 1;
    }
    await tx.query(`update restores set erasures_again_at = $2 where id = $1`, [guard.id, now]);
    const after = { ...counts, left: left.length };
    return { result: { is: 'repeated', ...counts, left }, act: 'restore.erasures-repeated', after };
  });
}

const hexOf = ({ addressHash }: RecordedErasure): string | null => addressHash?.toString('hex') ?? null;

/** With cells each erasure is asked in a transaction of its own, and found again by a repetition. */
interface Asking extends Celled {
  db: DatabaseOrTx;
  keyring: Keyring;
  principal: Principal;
  now: Date;
}

type AskedAgain = { is: 'asked' | 'known' | 'gone' } | { is: 'left'; client: LeftClient };

async function askAgain(
  place: Asking,
  one: RecordedErasure,
  addresses: ReadonlyMap<string, string>,
): Promise<AskedAgain> {
  const { keyring, principal, now } = place;
  const { kind, clientId, requestId, reason } = one;
  if (kind === 'client' && clientId !== null) {
    const asked = await askForgetClient(
      cellOf(place, clientId).db,
      keyring,
      principal,
      { clientId, reason },
      now,
    );
    if (asked.is === 'asked') return { is: 'asked' };
    if (asked.is === 'forgotten-before') return { is: 'known' };
    return asked.is === 'no-client' ? { is: 'gone' } : { is: 'left', client: { clientId, problem: asked } };
  }
  const address = addresses.get(hexOf(one) ?? '') ?? null;
  if (requestId === null && address === null) return { is: 'gone' };
  const ask: ErasureAsk =
    requestId === null
      ? { kind: 'address', address: address ?? '', clientId, reason }
      : { kind: 'order', requestId, reason };
  const asked = await askErasure(placeOfAsk(place, ask).db, keyring, principal, ask, now);
  if (asked.is === 'asked') return { is: 'asked' };
  if (asked.is === 'no-order' || asked.is === 'no-client') return { is: 'gone' };
  throw new Error(`A recorded erasure was refused: ${asked.is}.`);
}
