import type { FieldSample } from '../field-sample.ts';

/** Phones as people paste them; null: no number that anybody could mean. */
export const phoneSamples: FieldSample<string, string | null>[] = [
  {
    name: 'marks of direction around it, from contacts',
    source: 'signalapp/Signal-Android#11630',
    input: '\u202A+7 916 123-45-67\u202C',
  },
  {
    name: 'isolates around it',
    source: 'signalapp/Signal-Android#11630',
    input: '\u2068+7 916 123-45-67\u2069',
  },
  {
    name: 'a variation selector, from a PDF',
    source: 'woocommerce/woocommerce#58000',
    input: '+7\uFE0D-916-123-45-67',
  },
  { name: 'dashes that do not break', source: 'own', input: '+7 916 123\u201145\u201167' },
  { name: 'en dashes and narrow blanks', source: 'own', input: '8\u202F(916)\u202F123\u201345\u201367' },
  { name: 'the minus sign', source: 'own', input: '8 916 123\u221245\u221267' },
  { name: 'a link of a web page', source: 'RFC 3966', input: 'tel:+7-916-123-45-67;ext=5' },
  { name: 'a label', source: 'own', input: 'Тел.: 8 916 123 45 67' },
  { name: 'wide digits', source: 'own', input: '＋７９１６１２３４５６７' },
  { name: 'ten digits', source: 'own', input: '916 123-45-67' },
  { name: 'a full stop behind it', source: 'own', input: '89161234567.' },
  { name: 'a semicolon behind it', source: 'own', input: '+79161234567;' },
  { name: 'points between', source: 'own', input: '8.916.123.45.67' },
  { name: 'the prefix of calls abroad', source: 'own', input: '00 7 916 123 45 67' },
  { name: 'a quotation mark of a table program', source: 'own', input: "'+79161234567" },
]
  .map((sample): FieldSample<string, string | null> => ({ ...sample, right: '79161234567' }))
  .concat([
    { name: 'a digit is missing behind the eight', source: 'own', input: '8 916 123-45-6', right: null },
    { name: 'a digit is missing behind the seven', source: 'own', input: '7916123456', right: null },
    { name: 'a digit too many', source: 'own', input: '+7 916 123-45-678', right: null },
    { name: 'two numbers', source: 'own', input: '89161234567, 89167654321', right: null },
    { name: 'a number of elsewhere', source: 'own', input: '+44 20 7946 0000', right: null },
    { name: 'Arabic digits', source: 'own', input: '٧٩١٦١٢٣٤٥٦٧', right: null },
    { name: 'words', source: 'own', input: 'спросите у Анны', right: null },
    { name: 'nothing but marks', source: 'own', input: '\u202A\u202C', right: null },
  ]);

/** One code for later receipt, as it is copied from a text. */
export const receiptCodeSamples: FieldSample<string, '123456789012'>[] = [
  '1234 5678 9012',
  '1234\u20115678\u20119012',
  '1234–5678–9012.',
  '«123456789012»',
  '\u202A123456789012\u202C',
  '１２３４５６７８９０１２',
  ' 1234\u00A05678\u00A09012,\r\n',
].map((input) => ({ name: JSON.stringify(input), source: 'own', input, right: '123456789012' }));
