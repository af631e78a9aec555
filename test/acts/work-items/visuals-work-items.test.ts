import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { operator } from '../../../src/people/access/party.ts';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import { newPerson } from '../../support/people-world.ts';
import {
  dark,
  desktop,
  letThrough,
  lookOf,
  mainText,
  phone,
  press,
  visitAs,
} from '../../support/signed-in-browser.ts';
import { waitingWorld, type WaitingWorld } from './waiting-world.ts';

const look = lookOf('work-items');

describe('what waits is taken, put off and settled, in a browser', inBrowser, () => {
  let o: WaitingWorld;
  let browser: Browser;
  before(async () => {
    o = await waitingWorld();
    o.world.ctx.config.baseUrl = o.world.baseUrl.replace('127.0.0.1', 'localhost');
    for (let count = 0; count < 3; count += 1) await o.failLetter();
    await o.returnLetter();
    browser = await sharedBrowser();
  });
  after(() => o[Symbol.asyncDispose]());

  test('on a phone in Russian, and on a desktop in English, without a script too', async () => {
    const [mila, ivan] = [
      await newPerson(o.world, operator, 'support'),
      await newPerson(o.world, operator, 'admin'),
    ];
    const place = { world: o.world, browser };
    await visitAs(place, mila, phone, '/o/work/letters', (page) => look(page, 'phone'));
    await visitAs(place, mila, { ...phone, javaScriptEnabled: false }, '/o/work/letters', async (page) => {
      await press(page, 'Взять себе');
      assert.match(await mainText(page), /Отметьте, с чем это сделать/);
      await page.getByRole('checkbox').first().check();
      await press(page, 'Взять себе');
      assert.match(await mainText(page), /Взято: 1/);
      await page.getByRole('checkbox').nth(1).check();
      await page.getByText('Отложить…').click();
      await page.fill('[name=until]', '2026-11-30');
      await press(page, 'Отложить отмеченные');
      assert.match(await mainText(page), /Отложено: 1/);
    });
    await visitAs(place, mila, phone, '/o/work/letters?which=put-off', (page) => look(page, 'put-off-phone'));
    await visitAs(place, ivan, desktop, '/o', async (page) => {
      await look(page, 'what-waits');
      assert.match(await mainText(page), / is on it/);
      await page.goto(`${o.world.ctx.config.baseUrl}/o/work/letters`);
      await look(page, 'desktop');
      await page.getByRole('checkbox').nth(1).check();
      await letThrough(page);
      await page.getByText('Settle…').click();
      await press(page, /^Settled$/);
      assert.match(await mainText(page), /Write why/);
      await look(page, 'wrong');
      assert.ok(await page.getByRole('checkbox').nth(1).isChecked(), 'what was ticked stays ticked');
      await page.fill('[name=because]', 'The recipient got it by phone.');
      await press(page, /^Settled$/);
      assert.match(await mainText(page), /Settled: 1/);
    });
    await visitAs(place, ivan, dark, '/o/work/letters', async (page) => {
      await page.getByText('Разобрать всё старое').click();
      await look(page, 'older-phone');
      await page.fill('[name=older]', '2026-11-21');
      await page.fill('[name=olderBecause]', 'Старое.');
      await press(page, 'Разобрать всё до этого дня');
      assert.match(await mainText(page), /Разобрано: 0/);
    });
  });
});
