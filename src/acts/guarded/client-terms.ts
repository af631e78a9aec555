import type { NewClient } from '../../clients/add-client.ts';
import {
  changeClient,
  lockTerms,
  wrongTerms,
  type ClientChanged,
  type ClientRegistered,
  type ClientTerms,
} from '../../clients/change-client.ts';
import { enrolClient } from '../onboarding/client-onboarding.ts';
import type { Principal } from '../../people/access/principal.ts';
import { readFourEyes, type FourEyes } from '../../people/approvals/four-eyes.ts';
import { atomically } from '../../platform/database/database.ts';
import { creditAsk } from './client-credit.ts';
import { liveAsk } from './client-live.ts';
import { heldOf, termsAsk, type HeldTerms } from './held-terms.ts';
import { askFor, type GuardedContext, type NotYet } from '../../people/approvals/hold-back.ts';

/** Also returns what a second person has to decide: going live, a higher credit. */
export interface TermsChanged {
  changed: ClientChanged;
  waiting: NotYet[];
}

/**
 * Changes the terms of a client. With four eyes, to let it sell, to raise its credit or discount and to lead its callbacks or
 * calls elsewhere wait for somebody else; what lowers a risk, and every other term, is in force at once.
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
const newTerms = {
  testMode: true,
  switchedOn: true,
  creditKopecks: 0,
  discountBasisPoints: 0,
  callbackUrl: null,
  allowedNetworks: [],
};

/**
 * Adds a client; with four eyes it is in test mode, without discount, address of callbacks or credit above the limit
 * until somebody else agrees.
 */
export async function addClientWithTerms(
  { db, keyring }: GuardedContext,
  principal: Principal,
  client: NewClient,
  now: Date,
): Promise<{ added: ClientRegistered; waiting: NotYet[] }> {
  const terms = {
    creditKopecks: client.creditKopecks ?? 0,
    testMode: client.testMode ?? false,
    ...(client.discountBasisPoints !== undefined && { discountBasisPoints: client.discountBasisPoints }),
    ...(client.callbackUrl !== undefined && { callbackUrl: client.callbackUrl }),
    ...(client.allowedNetworks !== undefined && { allowedNetworks: client.allowedNetworks }),
  };
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

type RiskyTerms = Required<
  Pick<
    ClientTerms,
    'testMode' | 'switchedOn' | 'creditKopecks' | 'discountBasisPoints' | 'callbackUrl' | 'allowedNetworks'
  >
>;

interface GuardedTerms {
  goesLive: boolean;
  credit: { fromKopecks: number; creditKopecks: number } | null;
  held: HeldTerms | null;
}

function splitTerms(
  { on, aboveKopecks }: FourEyes,
  before: RiskyTerms,
  terms: ClientTerms,
): GuardedTerms & { atOnce: ClientTerms } {
  const { testMode, switchedOn, creditKopecks } = { ...before, ...terms };
  const { testMode: _testMode, switchedOn: _switchedOn, creditKopecks: _credit, ...rest } = terms;
  const goesLive = on && switchedOn && !testMode && (before.testMode || !before.switchedOn);
  const raises = on && creditKopecks > Math.max(before.creditKopecks, aboveKopecks);
  const held = on ? heldOf(before, terms) : null;
  const { discountBasisPoints, callbackUrl, allowedNetworks, ...plain } = rest;
  const open: ClientTerms = {
    ...(discountBasisPoints !== undefined && { discountBasisPoints }),
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(allowedNetworks !== undefined && { allowedNetworks }),
  };
  for (const name of held?.names ?? []) delete open[name];
  return {
    atOnce: {
      ...plain,
      ...open,
      ...(!goesLive && { testMode, switchedOn }),
      ...(!raises && { creditKopecks }),
    },
    goesLive,
    credit: raises ? { fromKopecks: before.creditKopecks, creditKopecks } : null,
    held,
  };
}

async function askForAll(
  ctx: GuardedContext,
  principal: Principal,
  { clientId, goesLive, credit, held }: GuardedTerms & { clientId: number },
  now: Date,
): Promise<NotYet[]> {
  const asks = [
    ...(goesLive ? [liveAsk(clientId)] : []),
    ...(credit === null ? [] : [creditAsk({ clientId, ...credit })]),
    ...(held === null ? [] : [termsAsk(clientId, held)]),
  ];
  const waiting: NotYet[] = [];
  for (const ask of asks) waiting.push(await askFor(ctx, principal, ask, now));
  return waiting;
}
