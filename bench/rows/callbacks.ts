/** Callbacks that are due when `work` starts; the rate is measured from the first fifth to the last one accepted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { announceOutcomes } from '../../src/callbacks/announce.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { startReceivers, type Receivers } from '../receivers/receivers.ts';
import { lineOf, type Section } from '../report/line.ts';
import { interleave, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import type { SectionRun } from './section-run.ts';

const clients = 50;
const hangingClients = 5;
const announcedAtOnce = 500;
const limitMs = 60_000;
const lookEveryMs = 100;
/** The first callbacks are slower: the process is warming up, and receivers gain capacity. */
const leftOutShare = 0.2;

export async function measureCallbacks(run: SectionRun): Promise<Section> {
  const count = 4000;
  await using cleanUp = new AsyncDisposableStack();
  const receivers = await startReceivers({ fast: clients, hanging: hangingClients });
  cleanUp.defer(() => receivers.stop());
  const shop = cleanUp.use(await run.world.open('callbacks', 0));
  const measured = { run, shop, receivers, count };
  await sendRate(measured, 0);
  run.say('callbacks: without and with hanging receivers in turn');
  const rates = await interleave(roundsOf(run), {
    fast: () => sendRate(measured, 0),
    withHanging: () => sendRate(measured, hangingClients),
  });
  return {
    lines: [
      lineOf({
        section: 'callbacks',
        what: 'accepted by fast receivers while 10 % hang',
        unit: 'callbacks/s',
        rounds: rates.withHanging.rounds,
        beside: { what: 'with no receiver hanging', rounds: rates.fast.rounds },
      }),
    ],
    curves: [],
  };
}

interface Measured {
  run: SectionRun;
  shop: ShopDatabase;
  receivers: Receivers;
  count: number;
}

/** Callbacks per second at the fast receivers while the receivers of the first `hanging` clients hang. */
async function sendRate({ run, shop, receivers, count }: Measured, hanging: number): Promise<number> {
  await shop.db.query(`truncate callbacks, callback_attempts`);
  await announce(shop, count, (index) =>
    index < hanging ? (receivers.hangingUrls[index] ?? '') : (receivers.fastUrls[index] ?? ''),
  );
  await shop.db.query(`vacuum (analyze) callbacks`);
  await run.world.server.checkpoint();
  const expected = Math.round((count * (clients - hanging)) / clients);
  await receivers.arrivals();
  const work = await shop.start('work');
  try {
    await untilAccepted(shop, expected);
  } finally {
    // A hanging call would delay an orderly shutdown until its time-out.
    await (hanging === 0 ? work.stop() : work.kill());
  }
  const times = (await receivers.arrivals()).map(({ atMs }) => atMs).toSorted((one, other) => one - other);
  if (times.length !== expected) throw new Error(`${times.length} of ${expected} callbacks arrived.`);
  const leftOut = Math.round(expected * leftOutShare);
  const [first, last] = [times[leftOut] ?? 0, times.at(-1) ?? 0];
  return (expected - leftOut) / ((last - first) / 1000);
}

async function announce(shop: ShopDatabase, count: number, urlOf: (index: number) => string): Promise<void> {
  const now = systemClock.now();
  const all = Array.from({ length: count }, (_, index) => announcement(shop, index, urlOf));
  for (let first = 0; first < count; first += announcedAtOnce) {
    await transaction(shop.db, (tx) =>
      announceOutcomes(tx, shop.keyring, all.slice(first, first + announcedAtOnce), now),
    );
  }
}

function announcement({ shop }: ShopDatabase, index: number, urlOf: (index: number) => string) {
  const client = index % clients;
  const clientId = shop.clients[client]?.client.id ?? 0;
  const requestId = index + 1;
  const record = {
    status: 'ok' as const,
    requestId,
    uuid: `bench-${requestId}`,
    productId: shop.product.id,
    faceKopecks: shop.product.faceKopecks,
    sumKopecks: shop.product.faceKopecks,
    serviceCode: 'BENCH',
    comment: 'bench',
    externalId: `EXT-${requestId}`,
    orderId: requestId,
    giftPageUrl: 'http://127.0.0.1/g/AAAAAAAAAAAAAAAAAAAAAA',
  };
  return { clientId, requestId, url: urlOf(client), format: 'form' as const, record };
}

async function untilAccepted({ db }: ShopDatabase, expected: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const { rows } = await db.query<{ accepted: number }>(
      `select count(*) as accepted from callbacks where state = 'accepted'`,
    );
    const accepted = rows[0]?.accepted ?? 0;
    if (accepted >= expected) return;
    if (performance.now() > deadline) throw new Error(`${accepted} of ${expected} callbacks were accepted.`);
    await sleep(lookEveryMs);
  }
}
