/** The sum from which a client's bulk orders need a second person, and the decision about one. */
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { permissionsOf } from '../../people/access/rights.ts';
import {
  askApproval,
  decideApproval,
  type Decided as ApprovalDecided,
  type Execute,
} from '../../people/approvals/approvals.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { readBulkAloneTo, writeBulkAloneTo } from '../../people/approvals/bulk-alone-to.ts';
import { listMembers } from '../../people/team/members.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { partyOf } from './bulk-acts.ts';
import { executeConfirm } from './confirm-bulk.ts';

export interface SecondPersonContext {
  db: DatabaseOrTx;
  keyring: Keyring;
}

const act = 'bulk.limit-set';

export interface LimitAsk {
  clientId: number;
  /** Bulk orders up to this sum need nobody else; null: none does. */
  aloneToKopecks: number | null;
}

export type LimitSet =
  | { is: 'set' | 'unchanged' | 'missing' }
  /** Nobody else could agree. */
  | { is: 'alone' }
  | { is: 'no-sum' }
  /** Somebody else has to agree, because it loosens the rule. */
  | { is: 'waits' }
  | { is: 'too-many' };

const mostKopecks = 1_000_000_000_00;
const isLimit = (kopecks: number): boolean =>
  Number.isSafeInteger(kopecks) && kopecks >= 0 && kopecks <= mostKopecks;

/** Sets above which sum a bulk order needs a second person. To loosen it needs one too. */
export async function setBulkLimit(
  { db, keyring }: SecondPersonContext,
  principal: Principal,
  ask: LimitAsk,
  now: Date,
): Promise<LimitSet> {
  const party = partyOf(ask);
  if (!may(principal, 'team.change', party)) return { is: 'missing' };
  if (ask.aloneToKopecks !== null && !isLimit(ask.aloneToKopecks)) return { is: 'no-sum' };
  return atomically<LimitSet>(db, async (tx) => {
    const before = await readBulkAloneTo(tx, ask.clientId);
    const { aloneToKopecks } = ask;
    if (aloneToKopecks === before) return { is: 'unchanged' };
    if (before !== null && (aloneToKopecks === null || aloneToKopecks > before)) {
      const asked = await askApproval(tx, keyring, principal, { party, act, payload: ask }, now);
      return asked.is === 'too-many' || asked.is === 'too-big' ? { is: 'too-many' } : { is: 'waits' };
    }
    if ((await countDeciders(tx, ask.clientId)) < 2) return { is: 'alone' };
    await write(tx, keyring, principal, ask, now);
    return { is: 'set' };
  });
}

/** How many of a client's people may decide. */
async function countDeciders(tx: Tx, clientId: number): Promise<number> {
  const members = await listMembers(tx, partyOf({ clientId }));
  return members.filter(({ role }) => permissionsOf('client', role).includes('approvals.decide')).length;
}

async function write(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  { clientId, aloneToKopecks }: LimitAsk,
  now: Date,
): Promise<void> {
  const before = { aloneToKopecks: await readBulkAloneTo(tx, clientId) };
  await writeBulkAloneTo(tx, clientId, aloneToKopecks);
  const acted = { party: partyOf({ clientId }), by: actorOf(principal), act, about: 'bulk orders' };
  await recordAct(tx, keyring, { ...acted, before, after: { aloneToKopecks } }, now);
}

/** Agrees to what another person of the client asked for, and does it; or refuses it. */
export async function decideForClient(
  { db, keyring }: SecondPersonContext,
  principal: Principal,
  { clientId, id, approve }: { clientId: number; id: number; approve: boolean },
  now: Date,
): Promise<ApprovalDecided> {
  // The operator has no voice in what a client spends.
  if (principal.is === 'person' && principal.side !== 'client') return { is: 'missing' };
  const executeLimit: Execute = async (tx, { payload, principal: second }, at) => {
    await write(tx, keyring, second, payload as LimitAsk, at);
    return { is: 'done' };
  };
  const execute = { [act]: executeLimit, 'bulk.confirm': executeConfirm(keyring) };
  return decideApproval(db, keyring, principal, { party: partyOf({ clientId }), id, approve, execute }, now);
}
