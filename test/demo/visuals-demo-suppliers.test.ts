import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll } from '../support/gift-browser.ts';
import { smsPage } from '../../simulators/sms/sms-page.ts';
import type { ReceivedText } from '../../simulators/sms/text-inbox.ts';
import type { SupplierDeed } from '../../simulators/played-supplier.ts';
import { supplierPage, suppliersPage } from '../../simulators/supplier-page.ts';
import { startScript } from '../../simulators/supplier/fault.ts';
import { openSupplier, serve } from '../../simulators/supplier/play-supplier.ts';
import { inlineSheet } from '../support/inline-sheet.ts';

const clock = { now: () => new Date('2026-11-21T09:00:00Z') };
const played = {
  key: 'sova-shop',
  name: 'ООО «Сова и длинноименные товарищи»',
  called: true,
  way: 'rest-mapped',
} as const;
const act = (): Promise<boolean> => Promise.resolve(true);
const deeds: SupplierDeed[] = (['confirm', 'reply', 'send-codes'] as const).map((is) => ({ is, act }));

const text: ReceivedText = {
  id: 'a',
  at: '2026-11-21T09:00:00Z',
  provider: 'gateway',
  from: 'Facevalue',
  to: '79001234567',
  coding: 'UCS-2',
  pieces: [`Получить: https://${'gifts-'.repeat(12)}.example/receive`, null],
  receipt: 'undelivered',
};

describe('the pages of the simulated suppliers and phones in a browser', inBrowser, () => {
  const state = openSupplier(null, played.key);
  let browser: Browser;
  before(async () => {
    const requestId = '7d9f31a2-6d3b-4a53-9d1e-0c9f3fd1a001';
    await serve(state, { kind: 'issue', requestId, roubles: 500 }, null, clock);
    state.script = startScript({ fault: 'timeout-after', times: 3 });
    browser = await sharedBrowser();
  });

  const pages = {
    sms: () =>
      smsPage({
        texts: [text, { ...text, receipt: 'delivered' }, { ...text, receipt: 'none' }],
        count: 3,
        modes: { smpp: 'cut', gateway: 'honest' },
        language: 'ru',
      }),
    list: () => suppliersPage([{ played: { ...played, deeds }, state }], 'ru'),
    one: () => supplierPage({ played: { ...played, deeds }, state, wrong: 'fault', language: 'en' }),
  };
  for (const [name, render] of Object.entries(pages))
    for (const width of [320, 1000])
      for (const colorScheme of ['light', 'dark'] as const)
        test(`${name}: ${width} px, ${colorScheme}`, async () => {
          const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme });
          const page = await context.newPage();
          await page.setContent(inlineSheet(render()));
          await noSidewaysScroll(page, name);
          await noBarriers(page, name);
          await context.close();
        });
});
