/** Looks which clients on their way have come to another step, and tells whoever it waits for. */
import { queueLettersToClients } from '../../messaging/outbox/queue-letters.ts';
import { clientParty, operator } from '../../people/access/party.ts';
import { leadRole } from '../../people/access/rights.ts';
import { listMembers } from '../../people/team/members.ts';
import { transaction, type Database, type Tx } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { readClientFacts } from '../../reports/client-onboarding.ts';
import { currentState, type Actor, type ClientStep } from './client-steps.ts';
import type { ClientFacts } from '../../reports/client-onboarding.ts';

const idleMs = 10_000;
const clientsInRound = 200;
const mostReaders = 20;

interface Waiting {
  clientId: number;
  step: ClientStep;
  waitsFor: Actor;
}

export function createClientWatcher({ db, clock }: { db: Database; clock: Clock }): Worker {
  async function round(): Promise<number> {
    const now = clock.now();
    const { rows } = await db.query<Waiting>(
      `select client_id as "clientId", step, waits_for as "waitsFor" from client_onboardings
       where live_at is null order by client_id limit $1`,
      [clientsInRound],
    );
    if (rows.length === 0) return 0;
    const ids = rows.map(({ clientId }) => clientId);
    const facts = new Map((await readClientFacts(db, ids, now)).map((one) => [one.clientId, one]));
    let moved = 0;
    for (const before of rows) {
      const found = facts.get(before.clientId);
      if (found !== undefined && hasMoved(before, found))
        moved += await transaction(db, (tx) => move(tx, before, found, now));
    }
    return moved;
  }
  return { name: 'watch-client-onboarding', idleMs, round, drain: () => Promise.resolve() };
}

function hasMoved({ step, waitsFor }: Waiting, facts: ClientFacts): boolean {
  const current = currentState(facts);
  return facts.isLive || current?.step !== step || current.waitsFor !== waitsFor;
}

/** Nothing, if another process was first. */
async function move(tx: Tx, before: Waiting, facts: ClientFacts, now: Date): Promise<number> {
  const { clientId } = before;
  // A client that sells is not led any more, whatever it changes.
  const { step, waitsFor } = facts.isLive
    ? { step: 'live' as const, waitsFor: 'client' as const }
    : (currentState(facts) ?? { step: 'live' as const, waitsFor: 'operator' as const });
  const { rowCount } = await tx.query(
    `update client_onboardings set step = $4, waits_for = $5, since = $6, live_at = case when $7 then $6::timestamptz end
     where client_id = $1 and step = $2 and waits_for = $3 and live_at is null`,
    [clientId, before.step, before.waitsFor, step, waitsFor, now, facts.isLive],
  );
  if (rowCount !== 1) return 0;
  // An invitation has a letter of its own.
  if (step === 'invitation') return 1;
  await queueMails(tx, { clientId, step, waitsFor }, now);
  return 1;
}

/** Who at a client does what a step asks for. */
const rolesOf = (step: ClientStep): string[] =>
  step === 'keys' || step === 'callback' || step === 'test-order'
    ? ['owner', 'developer']
    : step === 'money'
      ? ['owner', 'finance']
      : ['owner'];

async function queueMails(tx: Tx, { clientId, step, waitsFor }: Waiting, now: Date): Promise<void> {
  const [party, roles] =
    waitsFor === 'client' ? [clientParty(clientId), rolesOf(step)] : [operator, [leadRole.operator]];
  const members = await listMembers(tx, party);
  const readers = members.filter(({ role }) => roles.includes(role)).slice(0, mostReaders);
  const content = { step, side: waitsFor };
  const letters = readers.map(({ email: address, language }) => ({
    ownerId: clientId,
    address,
    language,
    content,
  }));
  await queueLettersToClients(tx, 'client-onboarding', letters, now);
}
