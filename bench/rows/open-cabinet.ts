/** An installation with a history of orders, and a person of each side who is signed in. */
import { operator } from '../../src/people/access/party.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { catchUp } from '../world/counters.ts';
import { signInLead } from '../world/cabinet-person.ts';
import { fillInstallation } from '../world/filled-installation.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import type { PageServer } from './cabinet-pages.ts';
import type { SectionRun } from './section-run.ts';

const codes = 10_000;

export interface Cabinet extends PageServer {
  shop: ShopDatabase;
  serve: PlatformProcess;
}

type OpenCabinet = Cabinet & AsyncDisposable;

/** Over the installation that was filled before, if the run has one. */
export async function openCabinet(run: SectionRun, name: string, orders: number): Promise<OpenCabinet> {
  if (run.world.openFilled === null) return await fillCabinet(run, name, orders);
  const shop = await run.world.openFilled();
  run.say('counting what earlier runs have left');
  await catchUp(shop, run.world.masterKey);
  return await serveCabinet(shop);
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
