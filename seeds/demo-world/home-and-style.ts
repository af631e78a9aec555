import { categoryIds } from './categories.ts';
import { digits, ean13, groups, noPin, solid } from './code-forms.ts';
import type { DemoProduct } from './product.ts';

/** The first product: thousands of codes with PIN, for load tests. */
export const olkhovyDom: DemoProduct = {
  brand: 'olkhovyDom',
  slug: 'olkhovy-dom',
  title: 'Ольховый Дом',
  brief:
    'Посуда, текстиль и мебель, с которыми дом становится своим. 46 магазинов и доставка по всей стране.',
  terms: `<ol>\r
	<li>Сертификат принимается к оплате в&nbsp;любом магазине сети «Ольховый Дом» и&nbsp;в&nbsp;интернет-магазине <a href="https://olkhovy-dom.example" rel="nofollow" target="_blank">olkhovy-dom.example</a>.</li>\r
	<li>В&nbsp;магазине покажите кассиру штрихкод с&nbsp;экрана телефона или распечатки и&nbsp;назовите ПИН. На&nbsp;сайте введите номер и&nbsp;ПИН в&nbsp;корзине, в&nbsp;поле &laquo;Подарочный сертификат&raquo;.</li>\r
	<li>Сертификатом можно оплатить несколько покупок, пока не&nbsp;закончится номинал. Остаток проверяется на&nbsp;странице <a href="https://olkhovy-dom.example/balance" rel="nofollow" target="_blank">olkhovy-dom.example/balance</a>.</li>\r
	<li>Если покупка дороже номинала, доплатите разницу картой или наличными. За&nbsp;один раз можно предъявить до&nbsp;10&nbsp;сертификатов.</li>\r
	<li>Сертификат нельзя обменять на&nbsp;деньги; при утере он&nbsp;не&nbsp;восстанавливается, поэтому не&nbsp;показывайте ПИН посторонним.</li>\r
	<li>Доставка и&nbsp;сборка мебели сертификатом не&nbsp;оплачиваются.</li>\r
</ol>`,
  categories: [categoryIds.home, categoryIds.online],
  perPurchase: 10,
  acceptance: 'any',
  faces: [500, 1000, 3000, 5000],
  step: 500,
  least: 500,
  most: 5000,
  validity: { is: 'days', days: 365 },
  barcode: { kind: 'code128', of: 'number' },
  pool: {
    number: digits(16),
    pin: digits(4),
    stock: { 500: 1200, 1000: 1400, 3000: 800, 5000: 600 },
  },
};

export const lnitsa: DemoProduct = {
  brand: 'lnitsa',
  slug: 'lnitsa',
  title: 'Льница',
  brief: 'Платья, рубашки и постельное бельё из северного льна. Шьём небольшими партиями.',
  terms: `<p><strong>Как воспользоваться</strong></p><ol><li>Выберите вещи на сайте <a href="https://lnitsa.example">lnitsa.example</a> или в ателье.</li><li>Покажите QR-код продавцу либо введите номер и ПИН при оформлении заказа.</li><li>Получите посылку с сухим цветком льна внутри.</li></ol><p><strong>Что нужно знать</strong></p><ul><li>Сертификат одноразовый: остаток номинала сгорает.</li><li>Скидки постоянного покупателя и сертификат складываются.</li><li>Вещь, оплаченную сертификатом, можно обменять в течение 14&nbsp;дней на другой размер.</li></ul>`,
  categories: [categoryIds.fashion, categoryIds.home],
  perPurchase: 1,
  acceptance: 'any',
  faces: [2000, 5000, 10_000],
  step: 1000,
  least: 2000,
  most: 10_000,
  validity: { is: 'days', days: 180 },
  barcode: { kind: 'qr', of: 'number' },
  pool: { number: groups('LN', 3, 4), pin: digits(4), stock: { 2000: 90, 5000: 60, 10000: 25 } },
};

export const moreglaz: DemoProduct = {
  brand: 'moreglaz',
  slug: 'moreglaz',
  title: 'Мореглаз',
  brief: 'Оправы, линзы и проверка зрения без очереди. Очки за один час.',
  terms: `1. Сертификат действует во всех салонах оптики «Мореглаз». Адреса: <a href="https://moreglaz.example/salony" rel="nofollow" target="_blank">https://moreglaz.example/salony</a><br />\r\n2. Предъявите штрихкод на кассе с экрана телефона или на бумаге.<br />\r\n3. Сертификат можно потратить на:\r\n<ul>\r\n\t<li>оправы и солнцезащитные очки;</li>\r\n\t<li>очковые и контактные линзы, растворы;</li>\r\n\t<li>проверку зрения взрослым и детям от 3 лет.</li>\r\n</ul>\r\n4. Номинал списывается полностью за одну покупку, сдача не выдаётся.<br />\r\n5. Срок действия сертификата не ограничен.<br />\r\n6. Имеются противопоказания, необходима консультация специалиста.`,
  categories: [categoryIds.beauty],
  perPurchase: 5,
  acceptance: 'offline',
  faces: [1000, 2000, 5000],
  step: 1000,
  least: 1000,
  most: 5000,
  validity: { is: 'unlimited' },
  barcode: { kind: 'ean13', of: 'number' },
  pool: { number: ean13, pin: noPin, stock: { 1000: 150, 2000: 120, 5000: 60 } },
};

export const notaBergamot: DemoProduct = {
  brand: 'bergamot',
  slug: 'nota-bergamot',
  title: 'Нота Бергамот',
  brief: 'Парфюмерия и уход из цитрусовых, трав и терпения.',
  terms: `<div style="font-family: Arial; font-size: 13px"><table border="0" width="100%"><tbody><tr><td valign="top"><b>Где принимается:</b></td><td>В бутиках «Нота Бергамот» и на сайте <a href="https://nota-bergamot.example" target="_blank">nota-bergamot.example</a></td></tr><tr><td valign="top"><b>Как оплатить:</b></td><td>Покажите штрихкод консультанту до расчёта. На сайте введите номер в поле &laquo;Промокод или сертификат&raquo;.</td></tr><tr><td valign="top"><b>Остаток:</b></td><td>Не сгорает: его можно потратить позже, до конца срока действия.</td></tr><tr><td valign="top"><b>Возврат:</b></td><td>Парфюмерия надлежащего качества возврату не подлежит. Сертификат на деньги не обменивается.</td></tr></tbody></table></div>`,
  categories: [categoryIds.beauty, categoryIds.online],
  perPurchase: 3,
  acceptance: 'any',
  faces: [1500, 3000, 7000],
  step: 500,
  least: 1500,
  most: 7000,
  validity: { is: 'days', days: 365 },
  barcode: { kind: 'pdf417', of: 'number' },
  pool: { number: groups('NB', 3, 5), pin: noPin, stock: { 1500: 110, 3000: 80, 7000: 30 } },
};

/** Its barcode contains the PIN, and its largest face is sold out. */
export const rosnik: DemoProduct = {
  brand: 'rosnik',
  slug: 'rosnik',
  title: 'Ювелирный дом «Росник»',
  brief: 'Кольца, серьги и подвески с камнями чистой воды.',
  terms: `<ol><li>Сертификат принимается в салонах «Росник» при предъявлении документа, удостоверяющего личность, если номинал больше 15&nbsp;000&nbsp;рублей.</li><li>Продавец считывает штрихкод и просит назвать номер сертификата.</li><li>Сертификат можно потратить на украшения, гравировку и чистку изделий.</li><li>Сертификаты суммируются: не более трёх в одном чеке.</li><li>Если стоимость украшения меньше номинала, разница не возвращается.</li></ol><p>Подробные правила: <a href="https://rosnik.example/gift-rules" rel="nofollow" target="_blank">rosnik.example/gift-rules</a></p>`,
  catalogComment: 'Номинал 50 000 поступает под заказ',
  categories: [categoryIds.jewellery],
  perPurchase: 3,
  acceptance: 'offline',
  faces: [5000, 15_000, 50_000],
  step: 5000,
  least: 5000,
  most: 50_000,
  validity: { is: 'unlimited' },
  barcode: { kind: 'code128', of: 'pin' },
  pool: { number: solid('RS', 8), pin: digits(12), stock: { 5000: 70, 15000: 25, 50000: 0 } },
};

export const fikusovich: DemoProduct = {
  brand: 'fikusovich',
  slug: 'fikusovich',
  title: 'Фикусович',
  brief: 'Комнатные растения, которые трудно погубить, и горшки, которые жалко прятать.',
  terms: `Сертификат принимается в лавках «Фикусович» и на сайте fikusovich.example.\r\nНазовите номер продавцу или введите его в корзине.\r\nОстаток хранится на сертификате, срок действия не ограничен.\r\nПо сертификату можно заказать пересадку и консультацию садовника.\r\nСертификат не обменивается на деньги, даже если фикус просит.`,
  categories: [categoryIds.home],
  perPurchase: 10,
  acceptance: 'any',
  faces: [700, 1500, 3000],
  step: 100,
  least: 700,
  most: 3000,
  validity: { is: 'unlimited' },
  barcode: { kind: 'code128', of: 'number' },
  pool: { number: groups('FIKUS', 2, 4), pin: noPin, stock: { 700: 160, 1500: 120, 3000: 50 } },
};
