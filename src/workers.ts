/** Every queue of the platform and its worker. */
import { createBulkPlacer } from './orders/bulk/place-bulk.ts';
import { createBulkReader } from './orders/bulk/read-bulk.ts';
import { createCallPruner } from './reports/call-log/prune-calls.ts';
import type { Context } from './context.ts';
import { createEraser } from './upkeep/erasure/run-erasures.ts';
import { createOldEraser } from './upkeep/erasure/erase-old.ts';
import { createLeaseReturner } from './platform/cells/give-back-leases.ts';
import { createMinuteRecorder } from './reports/health/record-minutes.ts';
import { createCallbackSender } from './callbacks/send-callbacks.ts';
import { createSilenceEnder } from './messaging/bounces/end-silence.ts';
import { createBounceReader } from './messaging/bounces/read-bounces.ts';
import { createDeliverer, letterLimits, type LetterLimits } from './messaging/mail/deliver.ts';
import { createTextDeliverer } from './messaging/texts/deliver-texts.ts';
import { createUnsendableEnder } from './messaging/texts/end-unsendable.ts';
import { createTextReporter } from './messaging/texts/report-texts.ts';
import { createClientLetterSender, createLetterSender } from './messaging/outbox/send-letters.ts';
import { createLedgerCounter } from './ledger/count-ledger.ts';
import { balanceLetters } from './clients/money/balance-letters.ts';
import { createWeekReporter } from './orders/weekly/make-week-reports.ts';
import { weekLetters } from './orders/weekly/week-letters.ts';
import { createBalanceWatcher } from './clients/money/watch-balances.ts';
import { confirmActivation } from './orders/activate-sold-codes.ts';
import { createOfferKeeper } from './acts/catalog/offer-keeper.ts';
import { createImportRunner } from './acts/catalog/imports/run-imports.ts';
import { createCatalogueWatcher } from './catalog/catalogue-changes.ts';
import { createCertifyRunner } from './suppliers/certify/runs/run-certify.ts';
import { createDraftRunner } from './acts/guarded/drafts/run-drafts.ts';
import { createMonthCounter } from './reports/settlements/count-months.ts';
import { createOutstandingCounter } from './redemption/outstanding/count-outstanding.ts';
import { createSupplierDayCounter } from './redemption/days/count-supplier-days.ts';
import { createOrderDayCounter } from './orders/days/count-days.ts';
import { createTermIndexer } from './orders/search/index-terms.ts';
import { expireOrders } from './orders/end-orders.ts';
import { createCodeDealer } from './orders/dealing/deal-codes.ts';
import { createLimitDealer } from './orders/dealing/limit-dealer.ts';
import { createPlaceNoter } from './orders/dealing/place-noter.ts';
import { createOrderIssuer } from './orders/issue-orders.ts';
import type { IssuingSettings } from './orders/write-outcomes.ts';
import { wakeDelayed } from './orders/wake-delayed.ts';
import { createLook } from './platform/batching/look-at-queues.ts';
import { everyCell } from './platform/cells/cell-context.ts';
import { nodeLooks } from './platform/cells/look-at-cells.ts';
import { overCells } from './platform/cells/over-cells.ts';
import { transaction } from './platform/database/database.ts';
import { sinceFloor } from './platform/database/kept-versions.ts';
import { clientOnboardingLetters } from './acts/onboarding/client-letters.ts';
import { turnLetters } from './acts/onboarding/turn-letters.ts';
import { createClientWatcher } from './acts/onboarding/watch-clients.ts';
import { createOnboardingWatcher } from './acts/onboarding/watch-turns.ts';
import { personLetters } from './people/letters/send-letters.ts';
import { createPeoplePruner } from './people/letters/prune-people.ts';
import { createProofRunner } from './reports/proof/run-proofs.ts';
import { createCountPruner } from './platform/throttle/prune-counts.ts';
import { createSupplierCaller } from './orders/ask-suppliers.ts';
import { supplierCapacity, type SupplierCapacity } from './suppliers/calls/supplier-capacity.ts';
import { alertLetters, createAlertWatcher } from './suppliers/alerts/send-alerts.ts';
import { createDigestWatcher, digestLetters } from './suppliers/alerts/send-digests.ts';
import { traceExpired } from './orders/trace-decisions.ts';
import { createNumberComparer } from './vault/numbers/number-comparer.ts';
import { runLoop, type Worker } from './platform/process/loop.ts';
import { activationLetters, createActivationLetterMaker } from './suppliers/activation/send-letters.ts';
import { createMailboxClearer } from './suppliers/mail/clear-mailbox.ts';
import { createMailReader } from './suppliers/mail/read-mailbox.ts';

/** Maximum number of requests issued or ended in one transaction. */
const ordersInBatch = 400;

const calmIdleMs = 500;

const expiring = [
  `select from {cell}.requests where state in ('queued', 'delayed') and ttl_at <= $1 ${sinceFloor('expiring')}`,
];
const delayed = [`select from {cell}.requests where state = 'delayed'`];

/**
 * Every queue of the platform. Those of the cells come first, in the order in which an order passes through them; there is one
 * of each for each cell.
 */
export const createWorkers = (ctx: Context): Worker[] => [
  ...eachCell(ctx).flat(),
  ...workersOfInstallation(ctx),
];

/** The workers of each cell. What a supplier or the mail server bears is for all together. */
function eachCell(ctx: Context): Worker[][] {
  const limits = { letters: letterLimits(), suppliers: supplierCapacity() };
  return everyCell(ctx).map((cell) => workersOfCell(cell, limits));
}

interface CellLimits {
  letters: LetterLimits;
  suppliers: SupplierCapacity;
}

/** The same, each worker of the cells looking after all of them. */
function createJoinedWorkers(ctx: Context): Worker[] {
  if (ctx.cells.length === 0) return createWorkers(ctx);
  const { log, clock, config } = ctx;
  const each = eachCell(ctx);
  const looks = nodeLooks(each[0] ?? [], ctx.cells, () => clock.now());
  const joined = (each[0] ?? []).map((_, queue) =>
    overCells(
      ctx.cells.map((cell, place) => ({ cell, worker: each[place]?.[queue] as Worker })),
      { log, node: config.databaseNode, looks },
    ),
  );
  return [...joined, ...workersOfInstallation(ctx)];
}

const workersOfInstallation = (ctx: Context): Worker[] => [
  ...workersOfCentre(ctx),
  ...(ctx.cells.length === 0 ? [] : [createCodeDealer(ctx), createLimitDealer(ctx)]),
];

/** What is done for the clients of one cell, and for their orders. */
const workersOfCell = (ctx: Context, limits: CellLimits): Worker[] => [
  createBulkReader(ctx),
  createBulkPlacer(ctx),
  { name: 'expire-orders', idleMs: calmIdleMs, due: expiring, round: () => expireRound(ctx), drain },
  { name: 'wake-delayed', idleMs: calmIdleMs, due: delayed, round: () => wakeRound(ctx), drain },
  createOrderIssuer(ctx, issuingSettings(ctx)),
  createSupplierCaller(ctx, issuingSettings(ctx), limits.suppliers),
  createDeliverer(ctx, limits.letters),
  createTextDeliverer(ctx),
  createUnsendableEnder(ctx),
  createTextReporter(ctx),
  createSilenceEnder(ctx),
  createCallbackSender(ctx),
  createBalanceWatcher(ctx),
  createClientLetterSender(ctx, {
    balance: balanceLetters(ctx),
    'week-report': weekLetters(ctx),
    'client-onboarding': clientOnboardingLetters(ctx),
  }),
  createWeekReporter(ctx),
  createClientWatcher(ctx),
  createOrderDayCounter(ctx),
  createSupplierDayCounter(ctx),
  createOutstandingCounter(ctx),
  createLedgerCounter(ctx),
  createTermIndexer(ctx),
  createOldEraser(ctx),
  createNumberComparer(ctx),
  ...createPlaceNoter(ctx),
];

/** What is done for suppliers, people and the installation as a whole. */
const workersOfCentre = (ctx: Context): Worker[] => [
  createBounceReader(ctx),
  createActivationLetterMaker(ctx),
  createLetterSender(ctx, {
    activation: activationLetters(ctx),
    alert: alertLetters(ctx),
    digest: digestLetters,
    'supplier-onboarding': turnLetters(ctx),
    ...personLetters(ctx),
  }),
  createDigestWatcher(ctx),
  createAlertWatcher(ctx),
  createOfferKeeper(ctx),
  createCatalogueWatcher(ctx),
  createMailReader(ctx, confirmActivation),
  createMailboxClearer(ctx),
  createDraftRunner(ctx),
  createImportRunner(ctx),
  createCertifyRunner(ctx),
  createProofRunner(ctx),
  createCountPruner(ctx),
  createPeoplePruner(ctx),
  createCallPruner(ctx),
  createEraser(ctx),
  createMonthCounter(ctx),
  createOnboardingWatcher(ctx),
  createLeaseReturner(ctx),
];

const issuingSettings = ({ keyring, config }: Context): IssuingSettings => ({
  keyring,
  baseUrl: config.baseUrl,
  limit: ordersInBatch,
});

const drain = (): Promise<void> => Promise.resolve();

async function expireRound(ctx: Context): Promise<number> {
  const startMs = performance.now();
  const endings = await transaction(ctx.db, async (tx) => {
    const ended = await expireOrders(tx, ctx.keyring, ordersInBatch, ctx.clock.now());
    if (ended.length > 0) ctx.crashPoint('end-orders:before-commit');
    return ended;
  });
  if (endings.length > 0) ctx.crashPoint('end-orders:after-commit');
  if (ctx.tracing !== null) traceExpired(ctx.tracing, endings, startMs);
  return endings.length;
}

function wakeRound(ctx: Context): Promise<number> {
  return transaction(ctx.db, (tx) => wakeDelayed(tx, ctx.clock.now()));
}

export interface RunningWorkers {
  wake(): void;
  stop(): Promise<void>;
}

export function startWorkers(ctx: Context, workers = createJoinedWorkers(ctx)): RunningWorkers {
  const wakeAll = (names: readonly string[]): void =>
    loops.filter(({ worker }) => names.includes(worker.name)).forEach((loop) => loop.wake());
  // With cells, each queue reads all of them itself.
  const look = ctx.cells.length === 0 ? createLook(ctx.lookDb, workers, () => ctx.clock.now()) : undefined;
  const loops = workers.map((worker) => {
    const { wakes = [] } = worker;
    const parts = { onWork: () => wakeAll(wakes), ...(look !== undefined && { look }) };
    return { ...runLoop(worker, ctx.log, parts), worker };
  });
  const recorder = runLoop(
    createMinuteRecorder(ctx, () =>
      loops.map(({ worker, turned }) => ({
        worker: worker.name,
        idleSeconds: worker.idleMs / 1000,
        ...turned(),
      })),
    ),
    ctx.log,
  );
  return {
    // Queues with pauses of seconds; a newly placed order does not need them.
    wake: () => loops.filter(({ worker }) => worker.idleMs <= calmIdleMs).forEach((loop) => loop.wake()),
    stop: async () => {
      await Promise.all([recorder, ...loops].map((loop) => loop.stop()));
    },
  };
}
