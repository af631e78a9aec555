/** A peer's workers, in their own process, as in production. */
import { answerAsks, startTool, type Tool } from '../world/tool-process.ts';
import { startGraphileWorkers } from './graphile-worker.ts';
import { startPgBossBatches, startPgBossWorkers } from './pg-boss.ts';
import { openDatabase, type Database } from '../../src/platform/database/database.ts';
import { openKeyring, type Keyring } from '../../src/platform/secrets/keyring.ts';
import { systemClock } from '../../src/platform/time/clock.ts';

export type PeerName = 'graphile-worker' | 'pg-boss' | 'pg-boss-by-50';

export interface PeerAsks {
  start: { ask: { peer: PeerName; url: string; masterKey: string }; answer: null };
  stop: { ask: null; answer: null };
}

export type PeerWorkers = Tool<PeerAsks>;

export const startPeerWorkers = (): PeerWorkers => startTool<PeerAsks>('bench/peers/peer-worker.ts');

/** Connections for the handlers' transactions, in addition to the library's own. */
const jobConcurrency = 10;

let stop: () => Promise<void> = () => Promise.resolve();

async function start({ peer, url, masterKey }: PeerAsks['start']['ask']): Promise<null> {
  const db = openDatabase(url, { connections: jobConcurrency, name: `bench ${peer}` });
  const keyring = await openKeyring(db, Buffer.from(masterKey, 'base64'), systemClock.now());
  const stopWorkers = await startWorkers(peer, url, db, keyring);
  stop = async () => {
    await stopWorkers();
    await db.end();
  };
  return null;
}

function startWorkers(
  peer: PeerName,
  url: string,
  db: Database,
  keyring: Keyring,
): Promise<() => Promise<void>> {
  switch (peer) {
    case 'graphile-worker':
      return startGraphileWorkers(url, db, keyring, jobConcurrency);
    case 'pg-boss':
      return startPgBossWorkers(url, keyring, jobConcurrency);
    case 'pg-boss-by-50':
      return startPgBossBatches(url, db, keyring, jobConcurrency);
  }
}

if (import.meta.main) {
  answerAsks<PeerAsks>({
    start,
    async stop() {
      await stop();
      return null;
    },
  });
}
