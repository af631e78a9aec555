/** What people type and paste into a search of orders. */
import type { FieldSample } from '../field-sample.ts';

/** What the text is read as; what is left out is none of it. */
export interface ReadAs {
  number?: number;
  mail?: string;
  phone?: string;
  isUuid?: true;
  words?: string[];
}

const number = (name: string, source: string, input: string): FieldSample<string, ReadAs> => ({
  name,
  source,
  input,
  right: { number: 3_500_001 },
});

const mail = (name: string, source: string, input: string): FieldSample<string, ReadAs> => ({
  name,
  source,
  input,
  right: { mail: 'mila@shop.example' },
});

const phone = (name: string, source: string, input: string): FieldSample<string, ReadAs> => ({
  name,
  source,
  input,
  right: { phone: '79123456789' },
});

export const searchSamples: readonly FieldSample<string, ReadAs>[] = [
  number('a number', 'medusajs/medusa#12718', '3500001'),
  number('a number as letters name it', 'medusajs/medusa#12718', '№ 3500001'),
  number('a number with the word before it', 'own', 'Заказ № 3500001.'),
  number('a number with a hash', 'own', '#3500001'),
  number('a number between signs that nobody sees', 'woocommerce/woocommerce#29201', '\u200B3500001\uFEFF '),
  number('both numbers of an order', 'own', '10000001-3500001'),
  number('the address of its page', 'own', 'https://gifts.example/o/orders/3500001?lang=ru'),
  mail('an address', 'own', 'Mila@Shop.Example'),
  mail('an address with the name before it', 'own', 'Mila <mila@shop.example>'),
  mail('an address out of a link', 'own', 'mailto:mila@shop.example'),
  mail('an address out of a sentence', 'own', 'mila@shop.example.'),
  phone('a phone with blanks', 'woocommerce/woocommerce#29201', '8 912 345 67 89'),
  phone('a phone with brackets and dashes', 'usdoj-crt/crt-portal#1214', '+7 (912) 345-67-89'),
  {
    name: 'a phone without its country, which may be a number as well',
    source: 'pfzim/ldap-phonebook#13',
    input: '9123456789',
    right: { number: 9_123_456_789, phone: '79123456789' },
  },
  {
    name: 'a uuid',
    source: 'own',
    input: ' A1B2C3D4-0000-4000-8000-123456789ABC',
    right: { isUuid: true },
  },
  {
    name: 'a name with е for ё, quoted',
    source: 'own',
    input: 'Берёза «Лес»',
    right: { words: ['береза', 'лес'] },
  },
  {
    name: 'a name that begins like a word for a number',
    source: 'own',
    input: 'Норма',
    right: { words: ['норма'] },
  },
  {
    name: 'operators of a full-text query',
    source: 'own',
    input: "лес & !гора | (':*'",
    right: { words: ['лес', 'гора'] },
  },
  { name: 'signs alone', source: 'own', input: '%_&|!()', right: { words: [] } },
];
