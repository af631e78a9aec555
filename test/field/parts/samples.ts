import type { FieldSample } from '../field-sample.ts';

/** The body's amount as it is written, and the error that it gets at a certificate of 500 roubles. */
export const amounts: FieldSample<string, string>[] = (
  [
    ['zero', 'odoo#135393', '0', 'amount_malformed'],
    ['zero with kopecks', 'own', '0.00', 'amount_malformed'],
    ['below zero', 'JDutil/spree_gift_card#48', '-100', 'amount_malformed'],
    ['zero below zero', 'own', '-0', 'amount_malformed'],
    ['a computed sum with a tail', 'CraftingStore/Suggestions#7', '16.999999999999996', 'amount_malformed'],
    ['three decimals', 'saleor#10700', '10.005', 'amount_malformed'],
    ['three decimals that are whole', 'own', '10.000', 'amount_malformed'],
    ['an exponent', 'own', '1e2', 'amount_malformed'],
    ['a small exponent', 'own', '1E-1', 'amount_malformed'],
    ['text', 'own', '"100"', 'amount_malformed'],
    ['text with a comma', 'own', '"100,50"', 'amount_malformed'],
    ['text without end', 'own', `"${'9'.repeat(300)}"`, 'amount_malformed'],
    ['nothing', 'own', 'null', 'amount_malformed'],
    ['yes', 'own', 'true', 'amount_malformed'],
    ['a list', 'own', '[100]', 'amount_malformed'],
    ['an object', 'Adyen/adyen-commercetools#20', '{"currency":"RUB","value":100}', 'amount_malformed'],
    ['an amount in an amount', 'own', '{"amount":100}', 'amount_malformed'],
    ['beyond all numbers', 'own', '9'.repeat(400), 'amount_malformed'],
    ['beyond 2^53', 'own', '9007199254740993', 'amount_malformed'],
    ['more than there is', 'Azuriom/Plugin-Shop#285', '500.01', 'amount_too_large'],
    ['kopecks taken for roubles', 'own', '50000', 'amount_too_large'],
    ['the largest', 'own', '9999999999.99', 'amount_too_large'],
  ] as const
).map(([name, source, input, right]) => ({ name, source, input, right }));

/** Amounts in the order in which tills take them of 500 roubles, and what is left at last. */
export const courses: FieldSample<string[], number>[] = [
  {
    name: 'part after part until nothing is left',
    source: 'spree#13153',
    input: ['100', '100', '100', '100', '100'],
    right: 0,
  },
  {
    name: 'a sum that binary fractions miss',
    source: 'CraftingStore/Suggestions#7',
    input: ['2.99', '0.1', '0.2'],
    right: 496.71,
  },
  { name: 'a last kopeck', source: 'cubecart#4010', input: ['499.99', '0.01'], right: 0 },
  {
    name: 'decimals that do not add up',
    source: 'saleor#10700',
    input: ['33.33', '33.33', '33.34'],
    right: 400,
  },
  { name: 'just what is left', source: 'solidus_virtual_gift_card#99', input: ['410', '90'], right: 0 },
];
