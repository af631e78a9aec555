import type { NewClient } from '../clients/add-client.ts';
import {
  changeClient,
  lockTerms,
  wrongTerms,
  type ClientChanged,
  type ClientRegistered,
  type ClientTerms,
} from '../clients/change-client.ts';
import { enrolClient } from '../onboarding/client-onboarding.ts';
import type { Principal } from '../people/access/principal.ts';
import { readFourEyes, type FourEyes } from '../people/approvals/four-eyes.ts';
import { atomically } from '../platform/database/database.ts';
import { creditAsk } from './client-credit.ts';
import { liveAsk } from './client-live.ts';
import { askFor, type GuardedContext, type NotYet } from './guarded.ts';

/** With what is left for a second person to decide: going live, a higher credit. */
export interface TermsChanged {
  changed: ClientChanged;
  waiting: NotYet[];
}

/**
 * Changes the terms of a client. With four eyes, to let it sell and to raise its credit wait for somebody else; what lowers
 * a risk, and every other term, is in force at once.
 */
export async function changeTerms(
  { db, keyring }: GuardedContext,
  principal: Principal,
  { clientId, terms }: { clientId: number; terms: ClientTerms },
  now: Date,
): Promise<TermsChanged> {
  const field = wrongTerms(terms);
  if (field !== null) return { changed: { is: 'wrong', field }, waiting: [] };
  return atomically<TermsChanged>(db, async (tx) => {
    const before = await lockTerms(tx, clientId);
    if (before === null) return { changed: { is: 'missing' }, waiting: [] };
    const { atOnce, ...guarded } = splitTerms(await readFourEyes(tx), before, terms);
    const changed = await changeClient(tx, keyring, principal, { clientId, terms: atOnce }, now);
    if (changed.is === 'missing' || changed.is === 'wrong') return { changed, waiting: [] };
    return {
      changed,
      waiting: await askForAll({ db: tx, keyring }, principal, { clientId, ...guarded }, now),
    };
  });
}

/** Before anybody has agreed to anything. */
const newTerms = { testMode: true, switchedOn: true, creditKopecks: 0 };

/** Adds a client; with four eyes it is in test mode and has no credit above the limit until somebody else agrees. */
export async function addClientWithTerms(
  { db, keyring }: GuardedContext,
  principal: Principal,
  client: NewClient,
  now: Date,
): Promise<{ added: ClientRegistered; waiting: NotYet[] }> {
  const terms = { creditKopecks: client.creditKopecks ?? 0, testMode: client.testMode ?? false };
  const field = wrongTerms(terms);
  if (field !== null) return { added: { is: 'wrong', field }, waiting: [] };
  return atomically(db, async (tx) => {
    const { atOnce, ...guarded } = splitTerms(await readFourEyes(tx), newTerms, terms);
    const begun = { ...client, ...newTerms, ...atOnce };
    const added = await enrolClient(tx, keyring, principal, begun, now);
    if (added.is !== 'added') return { added, waiting: [] };
    const ask = { clientId: added.id, ...guarded };
    return { added, waiting: await askForAll({ db: tx, keyring }, principal, ask, now) };
  });
}

interface GuardedTerms {
  goesLive: boolean;
  credit: { fromKopecks: number; creditKopecks: number } | null;
}

function splitTerms(
  { on, aboveKopecks }: FourEyes,
  before: Required<Pick<ClientTerms, 'testMode' | 'switchedOn' | 'creditKopecks'>>,
  terms: ClientTerms,
): GuardedTerms & { atOnce: ClientTerms } {
  const { testMode, switchedOn, creditKopecks } = { ...before, ...terms };
  const { testMode: _testMode, switchedOn: _switchedOn, creditKopecks: _credit, ...rest } = terms;
  const goesLive = on && switchedOn && !testMode && (before.testMode || !before.switchedOn);
  const raises = on && creditKopecks > Math.max(before.creditKopecks, aboveKopecks);
  return {
    atOnce: {
      ...rest,
      ...(!goesLive && { testMode, switchedOn }),
      ...(!raises && { creditKopecks }),
    },
    goesLive,
    credit: raises ? { fromKopecks: before.creditKopecks, creditKopecks } : null,
  };
}

async function askForAll(
  ctx: GuardedContext,
  principal: Principal,
  { clientId, goesLive, credit }: GuardedTerms & { clientId: number },
  now: Date,
): Promise<NotYet[]> {
  const asks = [
    ...(goesLive ? [liveAsk(clientId)] : []),
    ...(credit === null ? [] : [creditAsk({ clientId, ...credit })]),
  ];
  const waiting: NotYet[] = [];
  for (const ask of asks) waiting.push(await askFor(ctx, principal, ask, now));
  return waiting;
}
