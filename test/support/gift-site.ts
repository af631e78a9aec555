import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Places } from '../../src/catalog/find-places.ts';
import { createPdfMaker } from '../../src/certificates/documents/pdf/pdf-maker.ts';
import type { CertificateCode, GiftView } from '../../src/certificates/certificate.ts';
import { pagePicture } from '../../src/certificates/documents/pictures/page-picture.ts';
import { registerGiftPage } from '../../src/http/gift-page/routes.ts';
import type { ResendAnswer, ShownGift } from '../../src/http/gift-page/shown-gift.ts';
import type { Config } from '../../src/platform/settings/config.ts';
import type { HttpClient } from '../../src/platform/network/http-client.ts';
import { createLog } from '../../src/platform/process/log.ts';
import { handleFailures } from '../../src/web/failures.ts';
import { sampleCode, sampleGift } from './sample-gift.ts';

export interface SiteGift {
  view: GiftView;
  code: CertificateCode | null;
  places?: Places;
  giverEmail?: string;
  sentTo?: string[];
  resend?: ResendAnswer;
  /** What the sealed page waits for. */
  waits?: Promise<unknown>;
}

/** The day on which all of these gifts are viewed. */
const siteDay = new Date('2027-06-01T09:00:00Z');

const shop = (locality: string, address: string, lat = '55.771204', lon = '37.668231') => ({
  area: `${locality} и область`,
  locality,
  address,
  lat,
  lon,
});
const shops = [
  shop('Москва', 'Ольховый проезд, д. 12, стр. 3'),
  shop('Москва', 'Сиреневый тупик, д. 4, ТЦ «Полдень», 2 этаж'),
  shop('Химки', 'ул. Семи Фонарей, д. 21'),
  shop('Санкт-Петербург', 'Парусинная ул., д. 8'),
  shop('Санкт-Петербург', 'наб. Смотрового канала, д. 19', '', ''),
  ...Array.from({ length: 55 }, (_, index) => shop('Казань', `Ягодная ул., д. ${index + 1}`)),
];

const full: SiteGift = {
  view: {
    ...sampleGift,
    pictureUrl: 'https://brand.example/brand.jpg',
    termsHtml: `${sampleGift.termsHtml}<p><a href="https://listva.example/rules">Полные правила</a>.</p>`,
  },
  code: sampleCode,
  places: { first: shops, total: 214 },
  giverEmail: 'ivan@mail.example',
  sentTo: ['a•••@mail.example', '+7 ••• •••-45-67'],
};

/** Gifts with all fields, without any, with very long ones, and in each state; tests may add theirs. */
export const siteGifts: Record<string, SiteGift> = {
  full,
  bare: {
    view: {
      ...sampleGift,
      brief: '',
      expiresAt: null,
      termsHtml: '',
      www: '',
      greeting: '',
      senderName: '',
      recipientName: '',
      support: { phone: '', email: '', url: '' },
      issuer: { name: '', legalAddress: '' },
      barcode: { kind: 'none', text: '{{number}}' },
      sample: true,
    },
    code: { number: '99999-999-999-999', pin: '' },
  },
  long: {
    view: {
      ...sampleGift,
      productTitle: 'Сертификат с_названием_которое_никак_не_помещается_в_одну_строку_телефона',
      faceKopecks: 1_234_567_890,
      greeting: 'слово'.repeat(100),
      termsHtml: `<p>${'непрерывно'.repeat(40)}</p><ol>${'<li>Условие продажи и возврата сертификата</li>'.repeat(60)}</ol>`,
      barcode: { kind: 'pdf417', text: '{{number}}' },
      state: 'awaiting-activation',
    },
    code: { number: 'ABCDEFGHJKLMNPQRSTUVWXYZ1234567890ABCDEFGH', pin: '1234567890123456' },
    places: { first: [shop('Дальнеконстантиново', 'непрерывно'.repeat(12))], total: 1 },
  },
  closed: { view: { ...sampleGift, state: 'closed-until-activation' }, code: null },
  unavailable: { view: sampleGift, code: null },
  fine: {
    view: sampleGift,
    code: { number: 'QWERTYUIOPASDFGHJKLZXCVBNM234567', pin: '' },
  },
  blocked: { view: { ...sampleGift, state: 'blocked' }, code: null },
  refunded: {
    view: { ...sampleGift, state: 'blocked', refundedAt: new Date('2026-11-21T20:59:59Z') },
    code: null,
  },
  redeemed: {
    view: {
      ...sampleGift,
      state: 'redeemed',
      redeemedAt: new Date('2026-11-21T20:59:59Z'),
      redeemedAtTill: 'Ольховый проезд, 12',
    },
    code: sampleCode,
    sentTo: ['a•••@mail.example'],
  },
  expired: { view: { ...sampleGift, state: 'expired' }, code: sampleCode },
  soon: { ...full, view: { ...full.view, expiresAt: new Date('2027-06-13T20:59:59Z') } },
  square: { view: { ...sampleGift, barcode: { kind: 'qr', text: '{{pin}}' } }, code: sampleCode },
  designed: {
    ...full,
    view: {
      ...sampleGift,
      design: {
        colours: {
          light: { accent: '#14532d', onAccent: '#ffffff', paper: '#eef5ee' },
          dark: { accent: '#8fd3a8', onAccent: '#0b2415', paper: '#0d1510' },
        },
        banner: { ground: '#14532d', text: '#f2ffe9' },
        blocks: {
          head: ['greeting', 'validity', 'face'],
          code: ['barcode', 'pin', 'number'],
          below: ['places', 'support', 'terms'],
        },
        words: {
          ru: {
            title: 'Листва по-русски',
            reveal: 'Развернуть подарок',
            number: 'Код листа',
            barcode: 'Дайте продавцу',
          },
          en: { title: 'Listva in English', certificate: 'Leaf card', terms: 'Small print' },
        },
        letter: { ru: {}, en: {} },
      },
    },
  },
};

export const tokenOf = (name: string): string => name.padEnd(22, '-');

/** Gives the brand's photograph to whoever asks. */
const brandServer: HttpClient = {
  send: () =>
    Promise.resolve({
      is: 'answered',
      status: 200,
      headers: {},
      head: readFileSync(new URL('./sample-brand.jpg', import.meta.url)),
      whole: true,
      durationMs: 1,
    }),
  close: () => Promise.resolve(),
};

export interface GiftSite {
  app: FastifyInstance;
  origin: string;
  /** How often each kind of opening was asked for. */
  reveals: string[];
  /** How often a sealed page was looked at. */
  visits: string[];
  url(name: string, language?: string): string;
  close(): Promise<void>;
}

const giftOf = (token: string) => siteGifts[token.replace(/-+$/, '')] ?? null;

const shownOf = ({ view, places = { first: [], total: 0 } }: SiteGift): ShownGift => ({
  view,
  now: siteDay,
  picture:
    view.pictureUrl?.startsWith('https:') === true
      ? {
          small: '/pictures/680/brand.webp',
          large: '/pictures/1360/brand.webp',
          previewUrl: 'https://gift.example/pictures/1360/brand.webp',
          ground: '#d8e0c8',
        }
      : null,
  places,
});

/** The gift pages served for real, their pictures too; with data instead of a database. */
export async function giftSite(): Promise<GiftSite> {
  const app = Fastify();
  handleFailures(app, createLog('silent'));
  const pdfMaker = createPdfMaker();
  const reveals: string[] = [];
  const visits: string[] = [];
  await registerGiftPage(app, {
    exists: (token) => Promise.resolve(giftOf(token) !== null),
    async find(token) {
      visits.push(token);
      if (token === tokenOf('broken')) throw new Error('x');
      const gift = giftOf(token);
      await gift?.waits;
      return gift && shownOf(gift);
    },
    reveal(token) {
      reveals.push('page');
      const gift = giftOf(token);
      if (gift === null || gift.code === null) return Promise.resolve(null);
      const { code, giverEmail = '', sentTo = [] } = gift;
      return Promise.resolve({ ...shownOf(gift), code, giverEmail, sentTo, wallets: [] });
    },
    async pdf(token, _address, language) {
      reveals.push('pdf');
      const gift = giftOf(token);
      if (gift === null || gift.code === null) return null;
      return { view: gift.view, bytes: await pdfMaker.make(gift.view, gift.code, null, language) };
    },
    resend: (token) => Promise.resolve(giftOf(token) && (giftOf(token)?.resend ?? 'asked')),
  });
  for (const width of [680, 1360] as const) {
    app.get(`/pictures/${width}/brand.webp`, async (_request, reply) => {
      const world = { config: { baseUrl: 'https://gift.example' } as Config, db: null, http: brandServer };
      const picture = await pagePicture(world, 'https://brand.example/brand.jpg', width);
      return reply.headers({ 'content-type': 'image/webp', 'cache-control': 'max-age=86400' }).send(picture);
    });
  }
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    origin,
    reveals,
    visits,
    url: (name, language = 'ru') => `${origin}/g/${tokenOf(name)}?lang=${language}`,
    close: async () => {
      await app.close();
      await pdfMaker.close();
    },
  };
}
