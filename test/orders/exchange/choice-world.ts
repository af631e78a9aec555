/** A choice certificate that is sold, and what it can be exchanged for. */
import assert from 'node:assert/strict';
import { exchange, type Exchanged, type ExchangeLine } from '../../../src/orders/exchange/exchange.ts';
import type { CardKey } from '../../../src/orders/exchange/exchanged-orders.ts';
import { findCard, nextStep, type Card } from '../../../src/orders/exchange/find-card.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { verify } from '../../../src/reports/verify.ts';
import type { ClientTraits, TestProduct } from '../../support/arrange.ts';
import { choiceProduct } from '../../support/choice-things.ts';
import type { TestClient } from '../../support/test-client.ts';
import type { TestWorld } from '../../support/test-world.ts';

export interface Choice {
  client: TestClient;
  /** The choice product. */
  choice: TestProduct;
  /** Numbers are made by the platform: faces of 500 and 1000 roubles. */
  coffee: TestProduct;
  /** From a pool that is empty at first. */
  books: TestProduct;
  /** Sells a choice certificate of 1000 roubles. */
  buy(order?: object): Promise<CardKey>;
  card(key: CardKey): Promise<Card>;
  /** Exchanges as the page does: with the number of the next exchange, if none is given. */
  choose(key: CardKey, lines: ExchangeLine[], step?: number): Promise<Exchanged>;
  /** The same, which must go well; the ids of the orders. */
  chosen(key: CardKey, lines: ExchangeLine[]): Promise<number[]>;
  assertVerified(): Promise<void>;
}

export const line = ({ id }: TestProduct, roubles: number): ExchangeLine => ({
  productId: id,
  faceKopecks: roubles * 100,
});

export async function choiceOf(world: TestWorld, traits: ClientTraits = {}): Promise<Choice> {
  const client = await world.client(traits);
  const coffee = await world.product({ scheme: 'platform' });
  const books = await world.product({ title: 'Книги «Сова»' });
  const ctx = world.cellOf(client);
  const choice = await choiceProduct(world, { product: [coffee.id, books.id] });
  const card = async (key: CardKey): Promise<Card> => (await findCard(ctx.db, key)) ?? assert.fail('no card');
  const choose = async (key: CardKey, lines: ExchangeLine[], step?: number): Promise<Exchanged> =>
    exchange(ctx, { ...key, lines, step: step ?? nextStep(await card(key)) });
  return {
    client,
    choice,
    coffee,
    books,
    card,
    choose,
    async buy(order = {}) {
      const cardRequestId = await client.makeOrder({ product_id: choice.id, face: 1000, ...order });
      await world.settle();
      return { clientId: client.id, cardRequestId };
    },
    async chosen(key, lines) {
      const made = await choose(key, lines);
      return made.is === 'exchanged' ? made.requestIds : assert.fail(JSON.stringify(made));
    },
    async assertVerified() {
      const proof = await transaction(ctx.db, (tx) => verify(tx, () => {}));
      assert.deepEqual(
        proof.checks.filter(({ ok }) => !ok),
        [],
      );
    },
  };
}
