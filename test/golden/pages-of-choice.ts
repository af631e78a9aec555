/** A choice certificate: before anything is chosen, as something is, and afterwards, for its holder and on the pages of its orders. */
import assert from 'node:assert/strict';
import { askForConfirmation } from '../../src/messaging/confirmations/ask-for-confirmation.ts';
import { exchange } from '../../src/orders/exchange/exchange.ts';
import { choiceProduct } from '../support/choice-things.ts';
import type { GoldenWorld } from './golden-world.ts';
import { tellCallbackTimes } from './page-calls.ts';
import type { Visit } from './pages.ts';

export interface ChoicePages {
  visits: Record<string, Visit>;
  /** Of links: they are drawn at random. */
  tokens: string[];
}

const anybody = (url: string, status = 200): Visit => ({ as: 'anybody', url, status });

export async function pagesOfChoice(place: GoldenWorld): Promise<ChoicePages> {
  const { world, client } = place;
  const flowers = await world.product({ scheme: 'platform', title: 'Flowers', supplierName: 'Flowers' });
  const fields = { title: 'Chest of flowers', supplierName: 'Chest of flowers' };
  const choice = await choiceProduct(world, { product: [flowers.id] }, fields);
  const buy = () => client.makeOrder({ product_id: choice.id, face: 1000, delivery_type: 'link' });
  const [fresh, used] = [await buy(), await buy()];
  await world.settle();
  const line = { productId: flowers.id, faceKopecks: 50_000 };
  const key = { clientId: client.id, cardRequestId: used };
  const made = await exchange(world.cellOf(client), { ...key, step: 1, lines: [line] });
  const [chosen = 0] = made.is === 'exchanged' ? made.requestIds : assert.fail(made.is);
  await world.settle();
  const pathOf = async (id: number): Promise<string> => {
    const { download_url: url } = await client.getLinks(id);
    return new URL(url ?? assert.fail('no link')).pathname;
  };
  const gifts = [await pathOf(fresh), await pathOf(used), await pathOf(chosen)];
  const [first = '', second = ''] = gifts.map((path) => path.replace('/g/', '/x/'));
  const basket = `?b=${flowers.id}-50000`;
  const confirmed = await choiceProduct(
    world,
    { product: [flowers.id] },
    { title: 'Chest behind a code', supplierName: 'Chest behind a code', confirmAboveKopecks: 0 },
  );
  const mail = { face: 1000, email_to: 'mila@family.example' };
  const asking = await client.makeOrder({ product_id: confirmed.id, ...mail });
  const asked = await client.makeOrder({ product_id: confirmed.id, ...mail });
  await world.settle();
  const { db } = world.cellOf(client);
  const card = { clientId: client.id, requestId: asked, step: 1, testmode: false };
  await askForConfirmation(db, card, world.clock.now());
  await world.settle();
  await tellCallbackTimes(place);
  const behindCode = [await pathOf(asking), await pathOf(asked)];
  const [before = '', after = ''] = behindCode.map((path) => path.replace('/g/', '/x/'));
  return {
    visits: {
      // Before anybody opens the gift page, which those of orders would tell a moment later.
      'c/orders/choice': { as: 'client', url: `/c/orders/${used}` },
      'c/orders/chosen': { as: 'client', url: `/c/orders/${chosen}` },
      'o/orders/choice': { as: 'operator', url: `/o/orders/${used}` },
      'o/orders/confirmation': { as: 'operator', url: `/o/orders/${asked}` },
      'x/code': anybody(`${before}/confirm${basket}&step=1`),
      'x/code-sent': anybody(`${after}/confirm${basket}&step=1`),
      'x/token': anybody(first),
      'x/basket': anybody(`${first}${basket}`),
      'x/token/confirm': anybody(`${first}/confirm${basket}&step=1`),
      'x/too-dear': anybody(`${first}?b=${flowers.id}-100000&add=${flowers.id}&face=50000`, 422),
      'x/chosen': anybody(`${second}?done=1`),
      'x/unknown': anybody(`/x/${'x'.repeat(25)}`, 404),
      'g/choice': anybody(gifts[1] ?? ''),
    },
    tokens: [...gifts, ...behindCode].map((path) => path.split('/').at(-1) ?? ''),
  };
}
