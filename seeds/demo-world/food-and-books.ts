/** The demo's products of food and books. */
import { categoryIds } from './categories.ts';
import { groups, noPin } from './code-forms.ts';
import type { DemoProduct } from './product.ts';

export const dymIChabrets: DemoProduct = {
  brand: 'chabrets',
  slug: 'dym-i-chabrets',
  title: 'Дым и чабрец',
  brief: 'Чайная лавка: горные травы, копчёные улуны, посуда ручной работы и дегустации.',
  terms: `1. Сертификат принимается во всех лавках «Дым и&nbsp;чабрец» и&nbsp;на&nbsp;сайте dym-i-chabrets.example.<br />\r\n2. Покажите код мастеру до&nbsp;начала взвешивания чая.<br />\r\n3. Сертификатом оплачиваются чай, посуда, дегустации (по&nbsp;записи).<br />\r\n4. Остаток можно потратить в&nbsp;другой раз; <i>срок не&nbsp;ограничен</i>.<br />\r\n5. <a href="https://dym-i-chabrets.example/rules">Полные правила</a>.`,
  categories: [categoryIds.tea, categoryIds.home],
  perPurchase: 5,
  acceptance: 'any',
  faces: [500, 1000, 2500],
  step: 500,
  least: 500,
  most: 2500,
  validity: { is: 'unlimited' },
  barcode: { kind: 'aztec', of: 'number' },
  hasTemplate: true,
  pool: { number: groups('CHAI', 2, 4), pin: noPin, stock: { 500: 180, 1000: 140, 2500: 40 } },
};

/** The platform makes its codes at the moment of sale; tills may take a part of them. */
export const zernoITeterev: DemoProduct = {
  brand: 'zerno',
  slug: 'zerno-i-teterev',
  title: 'Зерно и Тетерев',
  brief: 'Ржаной хлеб на закваске, слойки с черёмухой и кофе, который будит вежливо.',
  terms: `<ol><li>Покажите QR-код бариста: с сертификата спишется сумма чека.</li><li>Остаток не сгорает до конца срока: им можно расплатиться в следующий раз, сдача деньгами не выдаётся.</li><li>Сертификат принимается во всех пекарнях, кроме летних киосков.</li><li>На доставку действует только при заказе по телефону.</li><li>Алкогольные напитки сертификатом не оплачиваются.</li></ol>`,
  categories: [categoryIds.restaurants, categoryIds.tea],
  perPurchase: 1,
  acceptance: 'offline',
  inParts: true,
  faces: [300, 500, 1000],
  step: 100,
  least: 300,
  most: 1000,
  validity: { is: 'days', days: 90 },
  barcode: { kind: 'qr', of: 'number' },
  pool: null,
};

/** Any amount from 500 to 30 000 roubles in steps of a hundred. */
export const pechDaRech: DemoProduct = {
  brand: 'pechDaRech',
  slug: 'pech-da-rech',
  title: 'Рестораны «Печь да Речь»',
  brief: 'Всё из печи: томлёное, румяное, с дымком. Подарите ужин на любую сумму.',
  terms: `<p>Сертификат на&nbsp;ужин в&nbsp;любом из&nbsp;ресторанов «Печь да&nbsp;Речь».</p>\r\n<ol>\r\n\t<li>Забронируйте стол: <a href="https://pech-da-rech.example/stol" rel="nofollow" target="_blank">pech-da-rech.example/stol</a> или +7&nbsp;843&nbsp;000-00-05. Предупредите, что оплатите сертификатом.</li>\r\n\t<li>Покажите сертификат официанту до&nbsp;расчёта. Сертификат гасится один раз и&nbsp;целиком.</li>\r\n\t<li>Если счёт больше номинала, доплатите разницу удобным способом.</li>\r\n\t<li>Чаевые сертификатом не&nbsp;оплачиваются.</li>\r\n\t<li>31&nbsp;декабря, 14&nbsp;февраля и&nbsp;8&nbsp;марта сертификат не&nbsp;действует.</li>\r\n</ol>`,
  categories: [categoryIds.restaurants],
  perPurchase: 10,
  acceptance: 'offline',
  faces: [0, 1000, 3000, 5000, 10_000],
  step: 100,
  least: 500,
  most: 30_000,
  validity: { is: 'days', days: 365 },
  barcode: { kind: 'code128', of: 'number' },
  pool: null,
};

const slogovoTerms = (months: string): string =>
  `<ol><li>Откройте <a href="https://slogovo.example/gift" rel="nofollow" target="_blank">slogovo.example/gift</a> или раздел «Подарок» в приложении.</li><li>Войдите или зарегистрируйтесь и введите код из письма.</li><li>Подписка на ${months} начнётся сразу; если она у вас уже есть, срок прибавится.</li><li>Карта для активации не нужна, автопродление не включается.</li><li>Код действует на территории Российской Федерации и вводится один раз.</li></ol>`;

/** The letter contains the code: it is typed into an app, not shown at a till. */
export const slogovoQuarter: DemoProduct = {
  brand: 'slogovo',
  slug: 'slogovo-3',
  title: 'Слогово: подписка на 3 месяца',
  brief: '90 тысяч книг и аудиокниг: читайте глазами, слушайте ушами, переключайтесь на ходу.',
  terms: slogovoTerms('3&nbsp;месяца'),
  categories: [categoryIds.books, categoryIds.online],
  perPurchase: 1,
  acceptance: 'eshop',
  faces: [1170],
  step: 1170,
  least: 1170,
  most: 1170,
  validity: { is: 'days', days: 180 },
  barcode: { kind: 'none', of: 'number' },
  codeInLetter: true,
  pool: null,
};

export const slogovoYear: DemoProduct = {
  ...slogovoQuarter,
  slug: 'slogovo-12',
  title: 'Слогово: подписка на 12 месяцев',
  brief: 'Год книг и аудиокниг в одном подарке.',
  terms: slogovoTerms('12&nbsp;месяцев'),
  faces: [3990],
  step: 3990,
  least: 3990,
  most: 3990,
  validity: { is: 'days', days: 365 },
};
