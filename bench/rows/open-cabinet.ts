/** An installation with a history of orders, and a person of each side who is signed in. */
import { setTimeout as sleep } from 'node:timers/promises';
import { operator } from '../../src/people/access/party.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { catchUp } from '../world/counters.ts';
import { signInLead } from '../world/cabinet-person.ts';
import { fillInstallation } from '../world/filled-installation.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import type { PageServer } from './cabinet-pages.ts';
import type { SectionRun } from './section-run.ts';

const codes = 10_000;
/** As `index-terms.ts` leaves them, with a reserve. */
const settledAfterMs = 6 * 60_000;

export interface Cabinet extends PageServer {
  shop: ShopDatabase;
  serve: PlatformProcess;
}

type OpenCabinet = Cabinet & AsyncDisposable;

/** Over the installation that was filled before, if the run has one. */
export async function openCabinet(run: SectionRun, name: string, orders: number): Promise<OpenCabinet> {
  if (run.world.openFilled === null) return await fillCabinet(run, name, orders);
  const shop = await run.world.openFilled();
  await untilSettled(run, shop);
  run.say('counting what earlier runs have left');
  await catchUp(shop, run.world.masterKey);
  return await serveCabinet(shop);
}

/** Young orders are not filed for the search yet, and a page reads them one by one: that is no part of a long history. */
async function untilSettled(run: SectionRun, { db }: ShopDatabase): Promise<void> {
  const { rows } = await db.query<{ left: number }>(
    `select extract(epoch from max(accepted_at) - now())::float8 * 1000 + $1 as left
     from (select accepted_at from requests order by client_id desc, id desc limit 1) newest`,
    [settledAfterMs],
  );
  const leftMs = rows[0]?.left ?? 0;
  if (leftMs <= 0) return;
  run.say(`waiting ${Math.ceil(leftMs / 1000)} s until the newest orders can be filed`);
  await sleep(leftMs);
}

export const fillCabinet = async (run: SectionRun, name: string, orders: number): Promise<OpenCabinet> =>
  await serveCabinet(await fillInstallation(run.world, name, { orders, codes, say: run.say }));

async function serveCabinet(shop: ShopDatabase): Promise<OpenCabinet> {
  const serve = await shop.start('serve');
  const cookies = {
    client: await signInLead(shop, { side: 'client', partyId: shop.shop.clients[0]?.client.id ?? 0 }),
    operator: await signInLead(shop, operator),
    supplier: await signInLead(shop, { side: 'supplier', partyId: shop.shop.product.supplierId }),
  };
  return {
    shop,
    serve,
    port: serve.port,
    cookies,
    async [Symbol.asyncDispose]() {
      await serve.stop();
      await shop[Symbol.asyncDispose]();
    },
  };
}
