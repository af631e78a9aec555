/** A client's payment: booked by one person, or by two above a sum. */
import { topUp, type ToppedUp, type TopUpAsk } from '../../ledger/top-up.ts';
import { clientParty } from '../../people/access/party.ts';
import { actorOf, may, permit, type Principal } from '../../people/access/principal.ts';
import type { Execute } from '../../people/approvals/approvals.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import { askFor, type GuardedContext, type NotYet } from '../../people/approvals/hold-back.ts';

const act = 'money.top-up';

/** Whoever announces a payment may not confirm it: a client's own people may not book, whatever their role. */
export const mayBook = (principal: Principal, clientId: number): boolean =>
  (principal.is === 'command' || (principal.is === 'person' && principal.side === 'operator')) &&
  may(principal, 'money.move', clientParty(clientId));

/**
 * Books money that a client has paid in; with four eyes, what is above the sum that one person may book in a day
 * waits until somebody else agrees.
 */
export async function bookTopUp(
  { db, keyring }: GuardedContext,
  principal: Principal,
  ask: TopUpAsk,
  now: Date,
): Promise<ToppedUp | NotYet | { is: 'step-up' }> {
  if (!mayBook(principal, ask.clientId)) return { is: 'no-client' };
  if (permit(principal, 'money.move', clientParty(ask.clientId), now) === 'step-up') return { is: 'step-up' };
  return atomically<ToppedUp | NotYet>(db, async (tx) => {
    const { on, aboveKopecks } = await readFourEyes(tx);
    if (!on) return book(tx, keyring, principal, ask, now);
    const alone = { actor: actorOf(principal).actor, day: moscowDay(now) };
    if (!(await countAlone(tx, alone, ask.amountKopecks, aboveKopecks)))
      return askFor({ db: tx, keyring }, principal, { act, payload: ask }, now);
    const booked = await book(tx, keyring, principal, ask, now);
    if (booked.is !== 'booked') await discountAlone(tx, alone, ask.amountKopecks);
    return booked;
  });
}

interface ActorDay {
  actor: string;
  day: string;
}

/**
 * Adds to what a person booked alone on a day, if it stays within the sum: the row is locked until the commit, so
 * that bookings at once count too.
 */
async function countAlone(
  tx: Tx,
  { actor, day }: ActorDay,
  kopecks: number,
  mostKopecks: number,
): Promise<boolean> {
  if (kopecks > mostKopecks) return false;
  await tx.query(`delete from booked_alone where actor = $1 and day < $2`, [actor, day]);
  const { rowCount } = await tx.query(
    `insert into booked_alone as counted (actor, day, kopecks) values ($1, $2, $3)
     on conflict (actor, day) do update set kopecks = counted.kopecks + excluded.kopecks
     where counted.kopecks + excluded.kopecks <= $4::bigint`,
    [actor, day, kopecks, mostKopecks],
  );
  return rowCount === 1;
}

const discountAlone = (tx: Tx, { actor, day }: ActorDay, kopecks: number) =>
  tx.query(`update booked_alone set kopecks = kopecks - $3 where actor = $1 and day = $2`, [
    actor,
    day,
    kopecks,
  ]);

async function book(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  ask: TopUpAsk,
  now: Date,
): Promise<ToppedUp> {
  const booked = await topUp(tx, ask, now);
  if (booked.is === 'booked') {
    const party = { side: 'client', partyId: ask.clientId } as const;
    const about = `reference ${ask.reference}`;
    await recordAct(
      tx,
      keyring,
      { party, by: actorOf(principal), act, about, after: { kopecks: ask.amountKopecks } },
      now,
    );
  }
  return booked;
}

export const executeTopUp =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    const booked = await book(tx, keyring, principal, payload as TopUpAsk, now);
    return booked.is === 'booked' || booked.is === 'booked-before'
      ? { is: 'done' }
      : { is: 'not-done', reason: { is: booked.is } };
  };
