import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GiftView } from '../../certificates/certificate.ts';
import { runsOf } from '../../platform/text/own.ts';
import { plainDesign } from '../../certificates/templates/design.ts';
import { renderGift } from './gift-view.ts';
import type { ShownGift, ShownOpen } from './shown-gift.ts';

const view: GiftView = {
  clientId: 3,
  requestId: 7_654_321,
  orderId: 8_123_456,
  orderNumber: '8123456-7654321',
  productTitle: 'Сеть кофеен',
  brief: 'Кофе в зёрнах',
  pictureUrl: null,
  faceKopecks: 12_345_600,
  leftKopecks: null,
  expiresAt: new Date('2027-12-31T20:59:59Z'),
  termsHtml: '<p>Предъявите на кассе</p>',
  www: 'https://brand.example',
  use: { acceptance: 'any', mostInOnePurchase: null },
  issuer: { name: 'ООО Ромашка', legalAddress: 'Москва' },
  support: { phone: '+7 800 000-00-00', email: 'help@brand.example', url: 'https://brand.example/help' },
  greeting: 'Желаю бодрости',
  senderName: 'Ираида',
  recipientName: 'Калерия',
  language: 'ru',
  barcode: { kind: 'code128', text: '{{number}}-{{pin}}' },
  design: plainDesign,
  sample: false,
  state: 'active',
  redeemedAt: null,
  redeemedAtTill: '',
  refundedAt: null,
  codeErased: false,
};
const sealed: ShownGift = {
  view,
  now: new Date('2027-12-20T09:00:00Z'),
  picture: null,
  places: { first: [], total: 0 },
};
const opened: ShownOpen = {
  ...sealed,
  code: { number: '4123412345678901', pin: '6174' },
  giverEmail: 'iraida@mail.example',
  sentTo: ['k•••@mail.example'],
  wallets: ['google'],
};
const redeemed = {
  ...view,
  state: 'redeemed' as const,
  redeemedAt: new Date('2027-11-09T11:22:00Z'),
  redeemedAtTill: 'Касса 17',
};
const path = '/g/c2VjcmV0LXRva2VuLW9mLWEtZ2lmdA';

/** Every value of the gift above that another gift of the same product would not have. */
const personal =
  /8123456|7654321|123\s?456|декабр|December|11.дн|Желаю|Ираид|Калери|412341|4123|2345|6174|iraida|k•••|c2Vj|ноябр|November|14:22|Касса 17/;

for (const language of ['ru', 'en'] as const) {
  test(`nothing of one gift is in the runs of its page that are kept (${language})`, () => {
    for (const shown of [sealed, opened, { ...sealed, view: redeemed }, { ...opened, view: redeemed }]) {
      const { head, body } = renderGift({ shown, language, path, refused: false });
      const runs = runsOf(body);
      for (const run of runs) if (!run.own) assert.doesNotMatch(run.text, personal);
      assert.doesNotMatch(head.markup, personal);
      assert.match(
        runs
          .filter((run) => run.own)
          .map((run) => run.text)
          .join(' '),
        /8123456-7654321/,
      );
    }
  });
}

const kept = (shown: ShownGift | ShownOpen): string[] =>
  runsOf(renderGift({ shown, language: 'ru', path, refused: false }).body)
    .filter((run) => !run.own)
    .map((run) => run.text);

test('two gifts of one product share all runs that are kept', () => {
  const other = {
    ...view,
    orderNumber: '1-2',
    recipientName: 'Олег',
    senderName: 'Ян',
    greeting: 'Ура',
    faceKopecks: 100,
  };
  const longer = { number: '99998888777766665555', pin: '1' };
  assert.deepEqual(kept({ ...sealed, view: other }), kept(sealed));
  assert.deepEqual(
    kept({
      ...opened,
      view: other,
      sentTo: ['x'],
      giverEmail: 'a@b.example',
      code: { ...longer, number: opened.code.number },
    }).filter((run) => !run.includes('viewBox')),
    kept(opened).filter((run) => !run.includes('viewBox')),
  );
});
