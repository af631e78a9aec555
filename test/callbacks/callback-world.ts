import { announceOutcomes, type Announcement } from '../../src/callbacks/announce.ts';
import { transaction } from '../../src/platform/database/database.ts';
import type { WorkerWorld } from '../support/worker-world.ts';

export const shop = 11638;

export function outcome(clientId: number, requestId: number, url: string): Announcement {
  const record = {
    status: 'ok' as const,
    requestId,
    uuid: `uuid-${requestId}`,
    orderId: requestId + 1,
    giftPageUrl: `http://127.0.0.1/g/token${requestId}`,
    productId: 2001,
    faceKopecks: 100_000,
    sumKopecks: 95_050,
    serviceCode: 'API',
    comment: 'Подарок & «кавычки»',
    externalId: '',
  };
  return { clientId, requestId, url, format: 'form', record };
}

export const announce = (world: WorkerWorld, announcements: Announcement[]) =>
  transaction(world.db, (tx) => announceOutcomes(tx, world.keyring, announcements, world.clock.now()));

export async function stateOf(world: WorkerWorld, requestId: number) {
  const { rows } = await world.db.query<{ state: string; tries: number; attempts: number }>(
    `select state, tries, attempts from callbacks where request_id = $1`,
    [requestId],
  );
  return rows[0];
}

interface AttemptRow {
  attempt: number;
  http_status: number | null;
  answer_head: string;
  problem: string;
  minute: number;
}

export async function attemptsOf(world: WorkerWorld, requestId: number): Promise<AttemptRow[]> {
  const { rows } = await world.db.query<AttemptRow>(
    `select attempt, http_status, answer_head, problem,
            extract(epoch from (at - first_value(at) over (order by attempt)))::float / 60 as minute
     from callback_attempts where request_id = $1 order by attempt`,
    [requestId],
  );
  return rows;
}
