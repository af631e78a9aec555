import type { AskedSupplier } from './asked-suppliers.ts';
import { categoryIds } from './categories.ts';
import { digits, groups, noPin, solid } from './code-forms.ts';
import type { DemoPool } from './product.ts';

/** A supplier whose pool was imported with inactive codes: one product each, simulated under `key`. */
export interface ActivatedSupplier extends Omit<AskedSupplier, 'protocol' | 'faces'> {
  activation: 'api' | 'pull' | 'letter';
  pool: DemoPool;
}

const terms = (place: string): string =>
  `<ol><li>Сертификат принимается ${place}.</li><li>Код начинает действовать, когда магазин его активирует.</li><li>Если покупка дороже номинала, доплатите разницу.</li><li>Остаток не возвращается деньгами.</li></ol>`;

/** One for each way in which a sold code can become active. */
export const activatedSuppliers: ActivatedSupplier[] = [
  {
    key: 'rosnik-masterskaya',
    activation: 'api',
    name: 'ООО «Росник Мастерская»',
    brand: 'Росник Мастерская',
    picture: 'rosnik',
    title: 'Росник: ювелирная мастерская',
    brief: 'Чистка, гравировка и ремонт: платформа активирует код в момент покупки.',
    terms: terms('в мастерских «Росник»'),
    categories: [categoryIds.jewellery],
    pool: { number: solid('RM', 10), pin: digits(4), stock: { 1000: 60, 3000: 40 } },
  },
  {
    key: 'kvartsevaya-lavka',
    activation: 'pull',
    name: 'ООО «Кварцевая Лавка»',
    brand: 'Кварцевая Лавка',
    picture: 'kvartsevaya-belka',
    title: 'Кварцевая Лавка',
    brief: 'Провода, лампы и батарейки: о продаже магазин узнаёт сам, раз в минуту.',
    terms: terms('в лавках «Кварцевой Белки»'),
    categories: [categoryIds.electronics],
    pool: { number: groups('KL', 3, 4), pin: noPin, stock: { 500: 60, 1500: 40 } },
  },
  {
    key: 'fikusovich-sad',
    activation: 'letter',
    name: 'ООО «Фикусович Сад»',
    brand: 'Фикусович Сад',
    picture: 'fikusovich',
    title: 'Фикусович: садовый центр',
    brief: 'Саженцы и семена: сотрудник магазина активирует коды по таблице из письма.',
    terms: terms('в садовых центрах «Фикусович»'),
    categories: [categoryIds.home],
    pool: { number: groups('SAD', 2, 5), pin: noPin, stock: { 500: 60, 2000: 40 } },
  },
];

/** Recipient of activation letters: in the demo its own inbox. */
export const employeeOf = (key: string): string => `activate@${key}.example`;
