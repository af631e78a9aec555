import type { ProtocolName } from '../../simulators/supplier/start-simulator.ts';
import { categoryIds } from './categories.ts';

/** A supplier that is called at the moment of sale: one product each, simulated under `key`. */
export interface AskedSupplier {
  key: string;
  protocol: ProtocolName;
  name: string;
  brand: string;
  picture: string;
  title: string;
  brief: string;
  terms: string;
  categories: number[];
  faces: number[];
}

const terms = (place: string): string =>
  `<ol><li>Сертификат принимается ${place}.</li><li>Покажите код до оплаты.</li><li>Если покупка дороже номинала, доплатите разницу.</li><li>Остаток не возвращается деньгами.</li></ol>`;

/** One for every kind of API that the platform supports. */
export const askedSuppliers: AskedSupplier[] = [
  {
    key: 'lnitsa-online',
    protocol: 'rest',
    name: 'ООО «Льница Онлайн»',
    brand: 'Льница Онлайн',
    picture: 'lnitsa',
    title: 'Льница Онлайн',
    brief: 'Лён и хлопок с доставкой: код выпускает сам магазин в момент покупки.',
    terms: terms('на сайте lnitsa.example'),
    categories: [categoryIds.home, categoryIds.online],
    faces: [500, 1000, 3000],
  },
  {
    key: 'slonikum-klub',
    protocol: 'rest-mapped',
    name: 'ООО «Слоникум Клуб»',
    brand: 'Слоникум Клуб',
    picture: 'slonikum',
    title: 'Слоникум Клуб',
    brief: 'Кружки и праздники для детей, которые всё запоминают.',
    terms: terms('во всех клубах «Слоникум»'),
    categories: [categoryIds.children],
    faces: [1000, 2000],
  },
  {
    key: 'moreglaz-linzy',
    protocol: 'soap',
    name: 'ООО «Мореглаз Линзы»',
    brand: 'Мореглаз Линзы',
    picture: 'moreglaz',
    title: 'Мореглаз: контактные линзы',
    brief: 'Линзы и растворы на полгода вперёд.',
    terms: terms('в оптиках «Мореглаз»'),
    categories: [categoryIds.beauty],
    faces: [1500, 3000],
  },
  {
    key: 'motylek-kafe',
    protocol: 'json-rpc',
    name: 'ООО «Кафе „Мотылёк“»',
    brand: 'Кафе «Мотылёк»',
    picture: 'motylek',
    title: 'Кафе «Мотылёк»',
    brief: 'Попкорн, какао и разговоры после сеанса.',
    terms: terms('в кафе при кинозалах «Мотылёк»'),
    categories: [categoryIds.cinema, categoryIds.restaurants],
    faces: [300, 700],
  },
  {
    key: 'troposhag-prokat',
    protocol: 'xml-rpc',
    name: 'АО «Тропошаг Прокат»',
    brand: 'Тропошаг Прокат',
    picture: 'troposhag',
    title: 'Тропошаг: прокат снаряжения',
    brief: 'Палатки, байдарки и лыжи на выходные.',
    terms: terms('в пунктах проката «Тропошаг»'),
    categories: [categoryIds.travel],
    faces: [1000, 5000],
  },
];
