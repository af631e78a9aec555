/** What people and programs have sent to forms that lost it, took it for something else, or failed. */
import type { FieldSample } from '../field-sample.ts';

/** What a field makes of it; undefined: it is wrong, and says so. */
interface Meant {
  /** A line of up to 12 characters. */
  line?: string;
  /** A whole number from 0 to 5000. */
  count?: number;
  kopecks?: number;
}

export type FormSample = FieldSample<string, Meant>;

export const samples: readonly FormSample[] = [
  {
    name: 'a text longer than the field is refused, not cut',
    source: 'zammad/zammad#2150',
    input: 'A long name of somebody',
    right: {},
  },
  {
    name: 'a number with more digits than the field is refused, not cut',
    source: 'BookStackApp/BookStack#5037',
    input: '123456789012345678901234567890',
    right: {},
  },
  {
    name: 'spaces around are not meant',
    source: 'alphagov/govuk-design-system#916',
    input: '  1200 \u00a0',
    right: { line: '1200', count: 1200, kopecks: 120_000 },
  },
  {
    name: 'a line end of a browser is one character',
    source: 'verbb/formie#1479',
    input: 'eleven one\r\nx',
    right: { line: 'eleven one\nx' },
  },
  {
    name: 'an emoji is one character',
    source: 'verbb/formie#1479',
    input: '🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁',
    right: { line: '🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁' },
  },
  {
    name: 'NUL, which the database cannot store',
    source: 'brianc/node-postgres#2080',
    input: 'a\0b',
    right: { line: 'ab' },
  },
  {
    name: 'an exponent is no number',
    source: 'googlearchive/paper-input#85',
    input: '1e3',
    right: { line: '1e3' },
  },
  { name: 'hexadecimal is no number', source: 'own', input: '0x10', right: { line: '0x10' } },
  {
    name: 'a decimal comma',
    source: 'TraceApps/nutritrace#160',
    input: '12,5',
    right: { line: '12,5', kopecks: 1250 },
  },
  {
    name: 'a decimal comma that could group digits',
    source: 'openexchangerates/accounting.js#56',
    input: '64,000',
    right: { line: '64,000' },
  },
  {
    name: 'digits grouped by spaces',
    source: 'CounterpartyXCP/counterwallet#10',
    input: '1\u00a0200',
    right: { line: '1\u00a0200', count: 1200, kopecks: 120_000 },
  },
  {
    name: 'Arabic digits are refused, not read as others',
    source: 'civiform/civiform#10622',
    input: '١٢٣',
    right: { line: '١٢٣' },
  },
  { name: 'a minus', source: 'own', input: '-5', right: { line: '-5' } },
  { name: 'nothing but spaces', source: 'dandean/express-form#12', input: '   ', right: { line: '' } },
  {
    name: 'the name of a property that every object has',
    source: 'milamer/parse-nested-form-data#4',
    input: '__proto__',
    right: { line: '__proto__' },
  },
];

/** Names of fields that no form has. */
export const foreignNames = ['__proto__', 'constructor', 'toString', '__proto__.polluted', 'name[]', ''];
