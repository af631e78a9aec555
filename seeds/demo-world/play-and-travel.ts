import { categoryIds } from './categories.ts';
import { digits, groups, noPin, solid } from './code-forms.ts';
import type { DemoProduct } from './product.ts';

/** Its face of 10 000 is sold out. */
export const kvartsevayaBelka: DemoProduct = {
  brand: 'belka',
  slug: 'kvartsevaya-belka',
  title: 'Кварцевая Белка',
  brief: 'Наушники, часы, лампы и прочая электроника с характером.',
  terms: `<ol>\r\n<li>Сертификат принимается в магазинах и на сайте <a href="https://kvartsevaya-belka.example" rel="nofollow" target="_blank">kvartsevaya-belka.example</a>.</li>\r\n<li>На кассе покажите штрихкод и введите ПИН на клавиатуре терминала. После трёх неверных попыток сертификат блокируется на сутки.</li>\r\n<li>На сайте выберите способ оплаты «Сертификат».</li>\r\n<li>Сертификатом нельзя оплатить:\r\n<ul>\r\n<li>услуги операторов связи;</li>\r\n<li>подписки и цифровые коды;</li>\r\n<li>товары партнёров на витрине.</li>\r\n</ul>\r\n</li>\r\n<li>При возврате товара деньги зачисляются на новый сертификат.</li>\r\n</ol>`,
  categories: [categoryIds.electronics, categoryIds.online],
  perPurchase: 5,
  acceptance: 'any',
  faces: [1000, 3000, 5000, 10_000],
  step: 1000,
  least: 1000,
  most: 10_000,
  validity: { is: 'next-year-end' },
  barcode: { kind: 'code39', of: 'number' },
  pool: { number: solid('KB', 12), pin: digits(6), stock: { 1000: 140, 3000: 90, 5000: 60, 10000: 0 } },
};

export const troposhag: DemoProduct = {
  brand: 'troposhag',
  slug: 'troposhag',
  title: 'Тропошаг',
  brief: 'Палатки, рюкзаки и обувь для дальних дорог. Прокат и мастерская.',
  terms: `<ol><li>Сертификат действует в магазинах «Тропошаг», в прокате и в мастерской.</li><li>Штрихкод считывается с экрана; увеличьте яркость. Если сканер не читает, продавец введёт номер вручную.</li><li>ПИН потребуется для оплаты на сайте <a href="https://troposhag.example/pay">troposhag.example/pay</a>.</li><li>Сертификат многоразовый, срок действия не&nbsp;ограничен.</li><li>Сертификатом не оплачиваются туры и лавинное снаряжение, взятое напрокат.</li></ol>`,
  categories: [categoryIds.travel, categoryIds.fashion],
  perPurchase: 10,
  acceptance: 'any',
  faces: [1000, 2000, 3000, 5000, 10_000],
  step: 1000,
  least: 1000,
  most: 10_000,
  validity: { is: 'unlimited' },
  barcode: { kind: 'itf', of: 'number' },
  pool: {
    number: digits(14),
    pin: digits(4),
    stock: { 1000: 150, 2000: 120, 3000: 100, 5000: 60, 10000: 20 },
  },
};

export const slonikum: DemoProduct = {
  brand: 'slonikum',
  slug: 'slonikum',
  title: 'Слоникум',
  brief: 'Игрушки, конструкторы и наборы для опытов, из которых вырастают инженеры.',
  terms: `<p>Сертификатом можно оплатить любую игрушку в магазинах «Слоникум» и на сайте <a href="https://slonikum.example">slonikum.example</a>, а&nbsp;также занятия в&nbsp;мастерских для детей от&nbsp;4&nbsp;до&nbsp;12&nbsp;лет.</p><ol><li>Покажите код на кассе и назовите ПИН.</li><li>Остаток сохраняется до конца срока действия.</li><li>До 5&nbsp;сертификатов в одном чеке.</li><li>Не суммируется с акцией «Третья игрушка в подарок».</li></ol>`,
  categories: [categoryIds.children],
  perPurchase: 5,
  acceptance: 'any',
  faces: [500, 1000, 2000, 3000],
  step: 500,
  least: 500,
  most: 3000,
  validity: { is: 'next-year-end' },
  barcode: { kind: 'datamatrix', of: 'number' },
  pool: {
    number: solid('SLN', 11),
    pin: digits(4),
    stock: { 500: 150, 1000: 150, 2000: 80, 3000: 50 },
  },
};

export const motylekFilm: DemoProduct = {
  brand: 'motylek',
  slug: 'motylek-film',
  title: 'Кино «Мотылёк»: билет на любой фильм 2D',
  brief: 'Один билет на любой сеанс 2D в кинозалах «Мотылёк», включая премьеры.',
  terms: `<ol><li>Введите номер сертификата на сайте <a href="https://motylek-kino.example">motylek-kino.example</a> при выборе места или покажите QR-код в кассе.</li><li>Один сертификат — один билет на сеанс 2D в обычном зале.</li><li>Билет можно вернуть не позднее чем за 30&nbsp;минут до сеанса: сертификат снова станет действующим.</li><li>Возрастные ограничения фильма соблюдаются и для сертификатов.</li></ol>`,
  categories: [categoryIds.cinema],
  perPurchase: 1,
  acceptance: 'any',
  faces: [450],
  step: 450,
  least: 450,
  most: 450,
  validity: { is: 'next-year-end' },
  barcode: { kind: 'qr', of: 'number' },
  pool: { number: groups('MTL', 2, 5), pin: noPin, stock: { 450: 400 } },
};

export const motylekEvening: DemoProduct = {
  brand: 'motylek',
  slug: 'motylek-evening',
  title: 'Кино «Мотылёк»: вечер на двоих',
  brief: 'Два места на диване, два напитка и ведро попкорна.',
  terms: `<p>В подарок входят:</p><ul><li>2&nbsp;места на диване последнего ряда на сеанс после 18:00;</li><li>2&nbsp;напитка по 0,5&nbsp;л;</li><li>ведро попкорна, солёного или сладкого.</li></ul><p>Места бронируются по телефону <b>+7&nbsp;343&nbsp;000-00-13</b> не позднее чем за сутки. На кассе покажите QR-код.</p>`,
  categories: [categoryIds.cinema],
  perPurchase: 1,
  acceptance: 'offline',
  faces: [1900],
  step: 1900,
  least: 1900,
  most: 1900,
  validity: { is: 'days', days: 180 },
  barcode: { kind: 'qr', of: 'number' },
  pool: { number: groups('DUO', 2, 5), pin: noPin, stock: { 1900: 75 } },
};
