/** The demo's choice certificate, which its holder exchanges for certificates of other brands. */
import { categoryIds } from './categories.ts';
import type { DemoProduct } from './product.ts';

export const sorochyLarets: DemoProduct = {
  brand: 'larets',
  slug: 'sorochy-larets',
  title: 'Сорочий ларец: подарок на выбор',
  brief: 'Что внутри, решает тот, кому подарили: ужин, книги, кино или всего понемногу.',
  terms: `<ol><li>Обменяйте сертификат на сертификаты магазинов, ресторанов, кинозалов и сервисов: один или несколько, сразу или в разные дни.</li><li>Выбранный сертификат откроется тут же и придёт туда же, куда пришёл этот.</li><li>Остаток хранится до конца срока действия. Доплатить до более дорогого сертификата нельзя.</li><li>У каждого выбранного сертификата свои правила и срок: прочитайте их до обмена, вернуть его в ларец не получится.</li><li>В магазинах сам «Сорочий ларец» не принимается и на деньги не обменивается.</li></ol>`,
  categories: [categoryIds.choice],
  perPurchase: 1,
  acceptance: 'exchange',
  exchangedFor: {
    categories: [
      categoryIds.home,
      categoryIds.beauty,
      categoryIds.children,
      categoryIds.restaurants,
      categoryIds.tea,
      categoryIds.travel,
      categoryIds.books,
      categoryIds.cinema,
    ],
    brands: ['belka'],
  },
  faces: [1000, 3000, 5000, 10_000],
  step: 1000,
  least: 1000,
  most: 10_000,
  validity: { is: 'days', days: 365 },
  barcode: { kind: 'none', of: 'number' },
  pool: null,
};
