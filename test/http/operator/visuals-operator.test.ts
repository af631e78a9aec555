import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createMinuteRecorder } from '../../../src/reports/health/record-minutes.ts';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import {
  dark,
  desktop,
  lookOf,
  mainText,
  phone,
  press,
  search,
  visitAs,
} from '../../support/signed-in-browser.ts';
import { operatorWorld, type OperatorWorld } from '../../support/operator-world.ts';
import { codeOf } from '../../support/people-world.ts';

const withoutScript = { ...phone, javaScriptEnabled: false };

const look = lookOf('operator');

describe('the ways of the operator’s people, in a browser', inBrowser, () => {
  let o: OperatorWorld;
  let browser: Browser;

  before(async () => {
    o = await operatorWorld();
    o.world.ctx.config.baseUrl = o.world.baseUrl.replace('127.0.0.1', 'localhost');
    await createMinuteRecorder(o.world.ctx, () => [
      { worker: 'issue-orders', idleSeconds: 0.05, rounds: 7, failing: false },
    ]).round();
    browser = await sharedBrowser();
  });
  after(async () => {
    await o.world[Symbol.asyncDispose]();
  });

  const at = (where: string): string => `${o.world.ctx.config.baseUrl}${where}`;
  const personOf = (role: string) => o.people.get(role) ?? assert.fail(role);
  const openAs = (
    role: string,
    device: BrowserContextOptions,
    where: string,
    run: (page: Page) => Promise<void>,
  ): Promise<void> => visitAs({ world: o.world, browser }, personOf(role), device, where, run);

  test('an administrator sees what waits on a phone and a desktop, in both languages', async () => {
    await openAs('admin', phone, '/o', async (page) => {
      await look(page, 'what-waits-phone');
      assert.match(await mainText(page), /Карантин: ответ поставщика неясен: 1/);
      await page.getByRole('button', { name: 'Разделы' }).click();
      await page.getByRole('link', { name: 'Состояние' }).click();
      await page.waitForURL(/health/);
      await look(page, 'health-phone');
      await page.goto(at(`/o/forget?request=${o.issued}`));
      await page.fill('[name=reason]', 'Письмо № 7');
      await look(page, 'forget-phone');
      await press(page, 'Посчитать');
      await look(page, 'forget-counted-phone');
    });
    await openAs('admin', desktop, '/o', async (page) => {
      await look(page, 'what-waits');
      await page.getByRole('main').getByRole('link', { name: 'Open' }).first().click();
      await page.waitForURL(/\/o\/(?!find)/);
      await page.goto(at('/o/health'));
      await look(page, 'health');
      await page.goto(at('/o/approvals'));
      await look(page, 'approvals');
    });
  });

  test('support finds a code without a script and settles quarantine', async () => {
    await openAs('support', withoutScript, '/o/find', async (page) => {
      await page.fill('[name=q]', o.code);
      await search(page);
      assert.match(await mainText(page), /Код найден/);
      assert.ok(!(await page.content()).includes(o.code));
      assert.ok(!page.url().includes(o.code));
    });
    await openAs('support', dark, '/o/find', async (page) => {
      await search(page);
      assert.match(await mainText(page), /Напишите, что найти/);
      await look(page, 'find-wrong-phone');
      await page.fill('[name=q]', 'mila@recipients.example');
      await search(page);
      assert.match(await mainText(page), new RegExp(String(o.issued)));
      await look(page, 'found-phone');
      await page.fill('[name=q]', o.code);
      await page.keyboard.press('Enter');
      await page.getByText('Код найден').waitFor();
      await look(page, 'code-phone');
      await page.goto(at('/o/quarantine'));
      await look(page, 'quarantine-phone');
      await page.getByRole('main').getByRole('link').first().click();
      await page.waitForURL(/quarantine\/\d/);
      await look(page, 'exchange-phone');
      await page.fill('[name=note]', 'Поставщик отменил код, заказ возвращён.');
      await press(page, 'Разобрано');
      assert.match(await mainText(page), /Вызов разобран[^]*В карантине пусто/);
      await look(page, 'quarantine-empty-phone');
    });
  });

  test('finance decides as the second person, after proving to be there', async () => {
    o.world.clock.forward('11 min');
    await openAs('finance', phone, '/o/approvals', async (page) => {
      await look(page, 'approvals-phone');
      assert.match(await mainText(page), /50\s000\s₽/);
      await press(page, 'Разрешить и выполнить');
      await page.waitForURL(/\/in\/second/);
      await page.fill('[name=code]', codeOf(o.world, personOf('finance')));
      const loaded = page.waitForURL(/\/in\/again\/\d+/);
      await page.getByRole('main').getByRole('button').first().click();
      await loaded;
      await look(page, 'approval-again-phone');
      await press(page, 'Продолжить');
      assert.match(await mainText(page), /Разрешено и выполнено[^]*Запросов, которые ждут решения, нет/);
      await look(page, 'approved-phone');
    });
  });

  test('an auditor checks a chain and runs the proof', async () => {
    await openAs('auditor', phone, '/o/audit', async (page) => {
      await look(page, 'audit-phone');
      await press(page, /Проверить цепочку/);
      assert.match(await mainText(page), /Цепочка цела/);
      await page.goto(at('/o/proof'));
      await press(page, 'Запустить сейчас');
      await look(page, 'proof-waits-phone');
      await o.world.settle();
      await page.getByText('Всё сходится').first().waitFor();
      await look(page, 'proof-phone');
    });
    await openAs('auditor', desktop, '/o/proof', async (page) => {
      await look(page, 'proof');
      const begun = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download JSON' }).click();
      assert.match((await begun).suggestedFilename(), /^proof-\d+\.json$/);
      await page.goto(at('/o/audit'));
      await look(page, 'audit');
    });
  });

  test('catalogue sees files and stock, and neither money nor quarantine', async () => {
    await openAs('catalogue', desktop, '/o', async (page) => {
      await look(page, 'what-waits-catalogue');
      const text = await mainText(page);
      assert.match(text, /Code files: 1/);
      assert.doesNotMatch(text, /payments|Quarantine/);
    });
  });
});
