/** Installations of the section `cluster`: on plain PostgreSQL 15, and on Citus with cells. */
import { randomBytes } from 'node:crypto';
import { openContext, type OpenedContext } from '../../src/open-context.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { counted } from '../../src/platform/cells/merge.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { addClient, addCodes, addProduct, freshCodes, type Place } from '../../test/support/arrange.ts';
import type { DebianServer } from '../../test/support/debian-postgres.ts';
import {
  environment,
  startPlatform,
  type PlatformProcess,
  type PlatformSettings,
} from './platform-process.ts';
import { temporaryFolder } from './stop-run.ts';

const clients = 32;
const balanceRoubles = 1_000_000_000;
export const faceRoubles = 500;

/** A client, as its program signs. */
interface Signer {
  id: number;
  secret: string;
}

export interface CelledShop extends AsyncDisposable {
  name: string;
  /** Where its tables are; of a cluster the coordinator first. */
  servers: DebianServer[];
  signers: Signer[];
  /** Its codes are made by the platform. */
  madeId: number;
  /** Its codes were imported. */
  pooledId: number;
  /** Orders without an end, and callbacks without an answer. */
  unfinished(): Promise<number>;
  start(role: 'serve' | 'work'): Promise<PlatformProcess>;
}

export interface CelledShopAsk {
  name: string;
  /** A database that has the tables of this version, spread or not. */
  url: string;
  servers: DebianServer[];
  callbackUrl: string;
  /** In the pool. */
  codes: number;
}

/** The same clients, as many in each cell, a product whose codes the platform makes, and one with a pool. */
export async function openCelledShop(ask: CelledShopAsk): Promise<CelledShop> {
  const folder = temporaryFolder('cluster');
  const settings: PlatformSettings = {
    databaseUrl: ask.url,
    dataFolder: folder.path,
    masterKey: randomBytes(32),
    profile: null,
  };
  const ctx = await openContext(readConfig(environment(settings, 0)), {
    databaseUrl: ask.url,
    name: 'facevalue bench',
    clock: systemClock,
  });
  const signers = await addClients(ctx, ask.callbackUrl);
  const place = placeOf(ctx, ctx);
  const { id: madeId } = await addProduct(place, { scheme: 'platform' });
  const pooled = await addProduct(place);
  await addCodes(place, pooled, faceRoubles, freshCodes(ask.codes));
  return {
    name: ask.name,
    servers: ask.servers,
    signers,
    madeId,
    pooledId: pooled.id,
    unfinished: () =>
      counted(ctx, async ({ db }) => {
        const { rows } = await db.query<{ left: number }>(
          `select (select count(*) from requests where state in ('queued', 'delayed'))
             + (select count(*) from callbacks where state = 'due') as left`,
        );
        return rows[0]?.left ?? 0;
      }),
    start: (role) => startPlatform(role, settings),
    async [Symbol.asyncDispose]() {
      await ctx.close();
      folder[Symbol.dispose]();
    },
  };
}

const placeOf = ({ keyring }: OpenedContext, { db }: Pick<Place, 'db'>): Place => ({
  db,
  keyring,
  now: () => systemClock.now(),
});

async function addClients(ctx: OpenedContext, callbackUrl: string): Promise<Signer[]> {
  const cells = everyCell(ctx);
  const signers: Signer[] = [];
  while (signers.length < clients) {
    const cell = cells[signers.length % cells.length] ?? ctx;
    const { id, secret } = await addClient(placeOf(ctx, cell), { balanceRoubles, callbackUrl });
    signers.push({ id, secret });
  }
  return signers;
}
