/** The workers that count behind the acceptance of orders. */
import { createLedgerCounter } from '../../src/ledger/count-ledger.ts';
import { createOrderDayCounter } from '../../src/orders/days/count-days.ts';
import { createTermIndexer } from '../../src/orders/search/index-terms.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { serviceLimits } from '../../src/platform/database/database-limits.ts';
import { createLog } from '../../src/platform/process/log.ts';
import { runLoop } from '../../src/platform/process/loop.ts';
import { openKeyring } from '../../src/platform/secrets/keyring.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import type { CounterAsks } from './counters.ts';
import { answerAsks } from './tool-process.ts';

const connections = 4;

answerAsks<CounterAsks>({
  async start(ask) {
    const { log, workers } = await openWorkers(ask);
    for (const worker of workers) runLoop(worker, log);
    return null;
  },
  async catchUp(ask) {
    const { workers } = await openWorkers(ask);
    let counted = 0;
    for (const worker of workers) {
      for (let done = await worker.round(); done > 0; done = await worker.round()) counted += done;
    }
    return counted;
  },
});

async function openWorkers({ url, masterKey }: CounterAsks['start']['ask']) {
  const db = openDatabase(url, { connections, name: 'facevalue bench counters', limits: serviceLimits });
  const clock = systemClock;
  const log = createLog('warn');
  const keyring = await openKeyring(db, Buffer.from(masterKey, 'base64'), clock.now());
  const ctx = { db, clock, log, keyring, crashPoint: () => {} };
  return { log, workers: [createOrderDayCounter(ctx), createLedgerCounter(ctx), createTermIndexer(ctx)] };
}
