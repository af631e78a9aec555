/** An installation with a history of orders, and a person of each side who is signed in. */
import { operator } from '../../src/people/access/party.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { signInLead } from '../world/cabinet-person.ts';
import { fillHistory } from '../world/fill-history.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import type { PageServer } from './cabinet-pages.ts';
import type { SectionRun } from './section-run.ts';

const days = 365;
const codes = 10_000;

export interface Cabinet extends PageServer {
  shop: ShopDatabase;
  serve: PlatformProcess;
}

export async function openCabinet(
  run: SectionRun,
  name: string,
  { orders }: { orders: number },
): Promise<Cabinet & AsyncDisposable> {
  const shop = await run.world.open(name, codes);
  const clientIds = shop.shop.clients.map(({ client }) => client.id);
  const ask = { clientIds, product: shop.shop.product, orders, days, until: new Date() };
  if (orders > 0)
    await fillHistory(shop.url, ask, (done, doing) =>
      run.say(`history: ${grouped(done)} of ${grouped(orders)} orders, ${doing}`),
    );
  const serve = await shop.start('serve');
  const cookies = {
    client: await signInLead(shop, { side: 'client', partyId: clientIds[0] ?? 0 }),
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

const grouped = (count: number): string => count.toLocaleString('en-US');
