/** Runs an act on the looks of a client: checks it, executes it and records it in the audit. */
import type { LookFields } from '../../certificates/looks/client-look.ts';
import { judgeFields, type LookProblem } from '../../certificates/looks/judge-look.ts';
import type { LookKey } from '../../certificates/looks/look-rows.ts';
import { clientParty } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { judgeSender, readForeignNames } from './foreign-names.ts';

export interface LookActContext {
  db: DatabaseOrTx;
  keyring: Keyring;
}

/** Why any act may not be done: the look is missing or belongs to somebody else, or its state has changed. */
export type NotDone = { is: 'missing' } | { is: 'moved' };

interface Done<Outcome> {
  outcome: Outcome;
  /** Null: nothing was changed. */
  act: string | null;
  look: LookKey;
  before?: object | null;
  after?: object | null;
}

/** One act at a time on the looks of a client. */
export async function act<Outcome>(
  { db, keyring }: LookActContext,
  principal: Principal,
  clientId: number,
  work: (tx: Tx) => Promise<Done<Outcome> | NotDone>,
  now: Date,
): Promise<Outcome | NotDone> {
  return atomically(db, async (tx) => {
    const { rowCount } = await tx.query(
      `select from clients where id = $1 and forgotten_at is null for no key update`,
      [clientId],
    );
    if (rowCount !== 1) return { is: 'missing' };
    const done = await work(tx);
    if ('is' in done) return done;
    const { outcome, act: name, look, before = null, after = null } = done;
    if (name !== null) {
      const party = clientParty(clientId);
      const entry = { party, by: actorOf(principal), act: name, about: `look ${look.id}`, before, after };
      await recordAct(tx, keyring, entry, now);
    }
    return outcome;
  });
}

export const mayEdit = (principal: Principal, clientId: number): boolean =>
  may(principal, 'settings.change', clientParty(clientId));

export const missing = Promise.resolve({ is: 'missing' } as const);
export const editBy = (principal: Principal, now: Date) => ({ by: actorOf(principal).actorName, now });

/** What nobody may show, in one place for the form, the command and the approval. */
export async function judge(tx: Tx, clientId: number, fields: LookFields): Promise<LookProblem[]> {
  const foreign = await readForeignNames(tx, clientId);
  const problems = judgeFields(fields);
  const isNameJudged = problems.some(({ field }) => field === 'senderName');
  return foreign === null || isNameJudged ? problems : [...judgeSender(fields, foreign), ...problems];
}
