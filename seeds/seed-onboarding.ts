/** The demo's suppliers on their way to the first sale, one in each step. */
import { Readable } from 'node:stream';
import { addProduct } from '../src/catalog/add-product.ts';
import { markTested } from '../src/catalog/supplier-agreement.ts';
import { agree } from '../src/acts/onboarding/agree.ts';
import { findFactsOf } from '../src/acts/onboarding/begin-onboarding.ts';
import { addComment } from '../src/acts/onboarding/comments.ts';
import { answersSubject, saveAnswers } from '../src/acts/onboarding/questionnaire.ts';
import { startSupplier } from '../src/acts/onboarding/start-supplier.ts';
import {
  supplierStepNames,
  templatesSubject,
  type SupplierStepName,
} from '../src/acts/onboarding/supplier-steps.ts';
import { turnOf } from '../src/acts/onboarding/watch-turns.ts';
import { fromShell, type PersonPrincipal } from '../src/people/access/principal.ts';
import { transaction, type Tx } from '../src/platform/database/database.ts';
import type { Keyring } from '../src/platform/secrets/keyring.ts';
import { importPool } from '../src/vault/import-pool/import-pool.ts';
import type { DemoFacts } from './demo-facts.ts';
import {
  onboardedAnswers,
  onboardedManager,
  onboardedSuppliers,
  type OnboardedSupplier,
} from './demo-world/onboarded-suppliers.ts';
import type { SeedingContext } from './seed-demo.ts';

const dayMs = 86_400_000;

type Party = DemoFacts['suppliers'][number];

/** Adds missing suppliers, invited and no further; answers those that have a manager, so that seeding persons finds them. */
export async function seedOnboarded({ db, keyring, clock, config }: SeedingContext): Promise<Party[]> {
  if (config.production) throw new Error('The demo world is never made in production.');
  return transaction(db, async (tx) => {
    for (const { name, days, step } of onboardedSuppliers) {
      const email = step === 'invitation' ? 'kto-to@syrny-most.example' : onboardedManager;
      await startSupplier(
        tx,
        keyring,
        fromShell,
        { name, email, language: 'ru' },
        daysBefore(clock.now(), days + 1),
      );
    }
    const { rows } = await tx.query<Party>(
      `select s.id, s.name, 'pool' as scheme from suppliers s join supplier_onboardings o on o.supplier_id = s.id
       where s.name = any($1::text[]) order by s.id`,
      [onboardedSuppliers.filter(({ step }) => step !== 'invitation').map(({ name }) => name)],
    );
    return rows;
  });
}

/** Leads each to the step in which it is shown, once. */
export async function leadOnboarded({ db, keyring, clock }: SeedingContext): Promise<void> {
  await transaction(db, async (tx) => {
    for (const supplier of onboardedSuppliers) {
      const { rows } = await tx.query<{ id: number; personId: number | null; begun: boolean }>(
        `select s.id, p.id as "personId", exists (select from questionnaires q where q.supplier_id = s.id) as begun
         from suppliers s left join persons p on p.email = $2 where s.name = $1`,
        [supplier.name, onboardedManager],
      );
      const [found] = rows;
      if (found === undefined || found.begun) continue;
      const at = daysBefore(clock.now(), supplier.days);
      const manager: PersonPrincipal = {
        is: 'person',
        personId: found.personId ?? 0,
        name: 'Марфа Жерновкина',
        side: 'supplier',
        partyId: found.id,
        role: 'manager',
        isWhole: true,
        steppedUpAt: at,
      };
      if (found.personId !== null && supplier.step !== 'invitation')
        await lead(tx, keyring, { supplier, supplierId: found.id, manager }, at);
      // Its letter is needed no more: the demo's person is there.
      if (supplier.step !== 'invitation')
        await tx.query(
          `update invitations set state = 'accepted', ended_at = $2
           where side = 'supplier' and party_id = $1 and state = 'open'`,
          [found.id, at],
        );
      await noteTurn(tx, found.id, at);
    }
  });
}

interface Led {
  supplier: OnboardedSupplier;
  supplierId: number;
  manager: PersonPrincipal;
}

async function lead(
  tx: Tx,
  keyring: Keyring,
  { supplier, supplierId, manager }: Led,
  at: Date,
): Promise<void> {
  const { step, scheme, name, comment } = supplier;
  const isPast = (passed: SupplierStepName): boolean =>
    supplierStepNames.indexOf(step) > supplierStepNames.indexOf(passed);
  const [transfer = '', activation = ''] = scheme.split('/');
  const answers = { ...onboardedAnswers, company: name, brand: name, transfer, activation };
  const half = { ...answers, terms: '', barcode: '' };
  const submit = isPast('questionnaire');
  await saveAnswers(tx, keyring, manager, { supplierId, answers: submit ? answers : half, submit }, at);
  if (comment !== undefined) await addComment(tx, keyring, manager, { supplierId, text: comment }, at);
  if (!submit) return;
  const subject = answersSubject(await answersOf(tx, supplierId));
  await agree(tx, keyring, fromShell, { supplierId, kind: 'questionnaire', subject }, at);
  const productId = await addProductOf(tx, supplier, supplierId, at);
  if (!isPast('template')) return;
  const templates = templatesSubject((await findFactsOf(tx, supplierId))?.products ?? []);
  for (const by of [manager, fromShell])
    await agree(tx, keyring, by, { supplierId, kind: 'template', subject: templates }, at);
  if (!isPast('scheme')) return;
  await agree(tx, keyring, manager, { supplierId, kind: 'scheme', subject: scheme }, at);
  if (step === 'test') await loadTestCode(tx, keyring, productId, at);
  if (step === 'live') await markTested(tx, supplierId, { schemes: [scheme], green: true }, at);
}

const answersOf = async (tx: Tx, supplierId: number) => (await findFactsOf(tx, supplierId))?.answers ?? {};

async function addProductOf(
  tx: Tx,
  { name, scheme }: OnboardedSupplier,
  supplierId: number,
  at: Date,
): Promise<number> {
  const [transfer, activation] = scheme.split('/');
  const added = await addProduct(
    tx,
    {
      supplierId,
      scheme: transfer as 'pool' | 'platform' | 'api',
      facesKopecks: [50_000, 100_000],
      fields: {
        title: name.replace(/^ООО «(.*)»$/, '$1'),
        switchedOn: false,
        activationScheme: activation as 'none' | 'pull',
        validity: { is: 'days', days: 365 },
      },
    },
    at,
  );
  if (added.is !== 'added') throw new Error(`The product of ${name} was not added.`);
  return added.productId;
}

/** One code alone, for the test by hand. */
async function loadTestCode(tx: Tx, keyring: Keyring, productId: number, at: Date): Promise<void> {
  const rows = [
    { line: 1, cells: ['Номер', 'Номинал'] },
    { line: 2, cells: ['990012345678', '500'] },
  ];
  const file = { productId, fileName: 'probny-kod.xlsx', rows: Readable.from([rows]) };
  const loaded = await importPool(tx, keyring, file, at);
  if (loaded.is !== 'loaded') throw new Error('The test code was not loaded.');
}

/** As the watcher does, without letters about the past. */
async function noteTurn(tx: Tx, supplierId: number, at: Date): Promise<void> {
  const facts = await findFactsOf(tx, supplierId);
  if (facts === null) return;
  const { step, actor } = turnOf(facts);
  await tx.query(`update supplier_onboardings set step = $2, actor = $3, since = $4 where supplier_id = $1`, [
    supplierId,
    step,
    actor,
    at,
  ]);
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);
