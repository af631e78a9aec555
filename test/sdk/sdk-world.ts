import { setTimeout as sleep } from 'node:timers/promises';
import { addAddresses } from '../../src/catalog/add-addresses.ts';
import { transaction } from '../../src/platform/database/database.ts';
import type { ProductTraits, TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

/** A world at the real time, by which example programs judge callbacks, with a product that has an address and codes. */
export interface SdkWorld extends TestWorld {
  coffee: TestProduct;
  /** What a program of the client has in its environment. */
  settingsOf(client: TestClient, baseUrl?: string): Record<string, string>;
  /** Runs the queues as long as something is under way, as a worker would. */
  whileWorking<Result>(result: Promise<Result>): Promise<Result>;
}

const addressOfCoffee = {
  area: 'Московская область',
  locality: 'Клин',
  address: 'ул. Чайковского, 7',
  lat: '56.33',
  lon: '36.72',
};

export async function sdkWorld(traits: ProductTraits = {}): Promise<SdkWorld> {
  const world = await testWorld({}, new Date().toISOString());
  const coffee = await world.product(traits);
  await transaction(world.ctx.db, (tx) => addAddresses(tx, [{ productId: coffee.id, ...addressOfCoffee }]));
  await world.pool(coffee, 500, 10);
  return {
    ...world,
    coffee,
    settingsOf: (client, baseUrl = world.baseUrl) => ({
      BASE_URL: baseUrl,
      ID: String(client.id),
      SECRET: client.secret,
    }),
    async whileWorking(result) {
      let isOver = false;
      const end = (): void => {
        isOver = true;
      };
      result.then(end, end);
      while (!isOver) {
        await world.settle();
        await sleep(20);
      }
      await world.settle();
      return result;
    },
  };
}
