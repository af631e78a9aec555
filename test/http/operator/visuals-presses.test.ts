/** What support does every day, by as few presses as there can be, with a script and without one. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import { countJob, jobOf } from '../../support/jobs.ts';
import { operatorWorld, type OperatorWorld } from '../../support/operator-world.ts';
import { desktop, visitAs } from '../../support/signed-in-browser.ts';

describe('presses of the operator', inBrowser, () => {
  let o: OperatorWorld;
  let browser: Browser;

  before(async () => {
    o = await operatorWorld();
    o.world.ctx.config.baseUrl = o.world.baseUrl.replace('127.0.0.1', 'localhost');
    browser = await sharedBrowser();
  });
  after(async () => {
    await o.world.settle();
    await o.world[Symbol.asyncDispose]();
  });

  const visit = (job: string, run: (page: Page) => Promise<void>): Promise<void> => {
    const support = o.people.get('support') ?? assert.fail('nobody');
    return visitAs({ world: o.world, browser }, support, desktop, jobOf(job).from, run);
  };

  test('five letters that came back are sent again', async () => {
    const { world, shop } = o;
    const { home } = world;
    const product = await world.product({ scheme: 'platform' });
    const ids: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const made = await shop.ok('makeOrder', {
        product_id: product.id,
        face: 500,
        uuid: `back-${nth}`,
        email_to: `back-${nth}@recipients.example`,
      });
      ids.push(Number(made['id']));
    }
    await world.settle();
    await home.db.query(
      `update deliveries set state = 'failed', sent_at = null, due_at = $1 where request_id = any($2::bigint[])`,
      [world.clock.now(), ids],
    );
    world.clock.forward('2 min');
    const sent = world.mail.letters.length;
    await visit('letters-again', async (page) => {
      const job = countJob();
      const { press, go } = job.on(page);
      await go('main a[href^="/o/work/letters"]');
      await press('th input[type=checkbox]');
      await go('button[formaction^="/o/work/letters/again"]');
      await go('form:has([name=confirmed]) button');
      assert.match(await page.innerText('main'), /Being sent again: \d/);
      job.isAs('letters-again');
    });
    await world.settle();
    assert.ok(world.mail.letters.length >= sent + 5);
  });

  test('why a callback failed is read, and it is sent again', async () => {
    await visit('callback-again', async (page) => {
      const job = countJob();
      const { go } = job.on(page);
      await go('.sections a[href^="/o/callbacks"]');
      await go('.stacks .way a');
      assert.match(await page.innerText('main'), /Attempts/);
      await go('form[action*="/replay"] button');
      job.isAs('callback-again');
    });
  });

  test('a call in quarantine is looked at and decided', async () => {
    await visit('quarantine', async (page) => {
      const job = countJob();
      const { press, go, type } = job.on(page);
      await go(`main a[href^="/o/quarantine/${o.exchangeId}"]`);
      assert.match(await page.innerText('main'), /the answer was cut short|cut short/i);
      await press('#note');
      await type('The supplier has issued nothing.');
      await go('form[action*="/settle"] button');
      assert.match(page.url(), /\/o\/quarantine\?/);
      job.isAs('quarantine');
    });
  });
});
