/** The worker that sends letters to the people who have to do the next step of an onboarding. */
import { queueLettersToPeople } from '../../messaging/outbox/queue-letters.ts';
import type { Config } from '../../platform/settings/config.ts';
import { transaction, type Database, type Sql } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Language } from '../../platform/text/language.ts';
import { operator } from '../../people/access/party.ts';
import { leadRole } from '../../people/access/rights.ts';
import { listMembers } from '../../people/team/members.ts';
import {
  findSupplierFacts,
  type OnboardingSide,
  type SupplierFacts,
} from '../../reports/supplier-onboarding.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { noteHandTest } from './note-hand-test.ts';
import { supplierParty } from './onboarding-side.ts';
import {
  actorIn,
  openStep,
  supplierStepNames,
  supplierSteps,
  type SupplierStepName,
} from './supplier-steps.ts';

const idleMs = 10_000;
const suppliersInRound = 100;
/** How many people of a team get a letter; of a large team some suffice. */
const mostReaders = 5;

interface WatchContext {
  db: Database;
  keyring: Keyring;
  clock: Clock;
  config: Pick<Config, 'operatorMail' | 'operatorLanguage'>;
}

interface Reader {
  side: OnboardingSide;
  address: string;
  language: Language;
}

/** Notices when a supplier's open step or its actor has changed, and queues letters to the people who act next. */
export function createOnboardingWatcher(ctx: WatchContext): Worker {
  let after = 0;
  async function round(): Promise<number> {
    const suppliers = await findSupplierFacts(ctx.db, { after, limit: suppliersInRound });
    after = suppliers.length < suppliersInRound ? 0 : (suppliers.at(-1)?.supplierId ?? 0);
    let noticed = 0;
    for (const facts of suppliers) {
      await noteHandTest(ctx.db, ctx.keyring, facts, ctx.clock.now());
      if (await notice(ctx, facts)) noticed += 1;
    }
    return noticed;
  }
  return { name: 'watch-onboarding', idleMs, round, drain: () => Promise.resolve() };
}

/** The open step, and the side that has to act in it. */
export function turnOf(facts: SupplierFacts): { step: SupplierStepName; actor: OnboardingSide | null } {
  const open = openStep(supplierSteps(facts));
  return open === null || open.turn === null
    ? { step: 'live', actor: null }
    : { step: open.name, actor: actorIn(open.turn) };
}

async function notice({ db, clock, config }: WatchContext, facts: SupplierFacts): Promise<boolean> {
  const { step, actor } = turnOf(facts);
  if (step === facts.step && actor === facts.actor) return false;
  const now = clock.now();
  return transaction(db, async (tx) => {
    // If two processes notice it, only one writes.
    const { rowCount } = await tx.query(
      `update supplier_onboardings set step = $2, actor = $3, since = $4
       where supplier_id = $1 and step = $5 and actor is not distinct from $6`,
      [facts.supplierId, step, actor, now, facts.step, facts.actor],
    );
    if (rowCount !== 1) return false;
    if (needsLetter(facts, { step, actor })) {
      const readers = await readersOf(tx, facts.supplierId, actor, config);
      const letters = readers.map(({ side, address, language }) => ({
        ownerId: facts.supplierId,
        address,
        language,
        content: { step, actor, side },
      }));
      await queueLettersToPeople(tx, 'supplier-onboarding', letters, now);
    }
    return true;
  });
}

/** No letter is needed if the same side continues with its own next step, or for an invitation, which is a letter itself. */
function needsLetter(before: SupplierFacts, { step, actor }: ReturnType<typeof turnOf>): boolean {
  if (step === 'invitation') return false;
  const isBack =
    supplierStepNames.indexOf(step) < (supplierStepNames as readonly string[]).indexOf(before.step);
  return actor !== before.actor || isBack;
}

async function readersOf(
  db: Sql,
  supplierId: number,
  actor: OnboardingSide | null,
  config: WatchContext['config'],
): Promise<Reader[]> {
  const ofSupplier = actor === 'operator' ? [] : await leadsOf(db, 'supplier', supplierId);
  if (actor === 'supplier') return ofSupplier;
  const { operatorMail: address, operatorLanguage: language } = config;
  const ofOperator =
    address === '' ? await leadsOf(db, 'operator', 0) : [{ side: 'operator' as const, address, language }];
  return [...ofSupplier, ...ofOperator];
}

async function leadsOf(db: Sql, side: OnboardingSide, partyId: number): Promise<Reader[]> {
  const members = await listMembers(db, side === 'operator' ? operator : supplierParty(partyId));
  return members
    .filter(({ role }) => role === leadRole[side])
    .slice(0, mostReaders)
    .map(({ email, language }) => ({ side, address: email, language }));
}
