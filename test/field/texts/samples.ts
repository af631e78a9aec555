import type { FieldSample } from '../field-sample.ts';

/** The fields of a receipt over SMPP; phones are added by the test. */
export interface ReceiptFields {
  esm_class?: number;
  short_message?: string;
  message_payload?: string;
  receipted_message_id?: string;
  message_state?: number;
  data_coding?: number;
}

type Report = 'delivered' | 'undelivered' | null;

const dates = 'submit date:2611261200 done date:2611261201';

/** Receipts of the text whose answer had the id `7001`. */
export const receiptForms: FieldSample<ReceiptFields, Report>[] = [
  {
    name: 'no type, marked by its words alone',
    source: 'farhadi/node-smpp#140',
    input: { esm_class: 0, short_message: `id:7001 sub:001 dlvrd:001 ${dates} stat:DELIVRD err:000 text:` },
    right: 'delivered',
  },
  {
    name: 'no type and its text in message_payload',
    source: 'own',
    input: { esm_class: 0, message_payload: `id:7001 ${dates} stat:UNDELIV err:034 text:` },
    right: 'undelivered',
  },
  ...(
    [
      ['DELIVERED', 'delivered'],
      ['delivered', 'delivered'],
      ['DELIVRED', 'delivered'],
      ['UNDELIVERABLE', 'undelivered'],
      ['UNDELIVERED', 'undelivered'],
      ['REJECTED', 'undelivered'],
      ['EXPIRD', 'undelivered'],
      ['FAILED', 'undelivered'],
      ['DELIVERING', null],
      ['UNDELIVERED_YET', null],
      ['ACCEPTED', null],
      ['ENROUTE', null],
      ['UNKNOWN', null],
    ] as const
  ).map(([state, right]) => ({
    name: `the state ${state}`,
    source: 'farhadi/node-smpp#140',
    input: { esm_class: 4, short_message: `id:7001 sub:001 ${dates} stat:${state} err:000 text:` },
    right,
  })),
  {
    name: 'an empty field beside the id in its text',
    source: 'farhadi/node-smpp#140',
    input: {
      esm_class: 4,
      receipted_message_id: '',
      short_message: `id:7001 ${dates} stat:DELIVRD err:000 text:`,
    },
    right: 'delivered',
  },
  {
    name: 'neither sub nor dlvrd',
    source: 'opentelecoms-org/jsmpp#62',
    input: { esm_class: 4, short_message: `id:7001 ${dates} stat:DELIVRD err:000 text:hello` },
    right: 'delivered',
  },
  {
    name: 'blanks behind the colons',
    source: 'onlinecity/php-smpp#29',
    input: { esm_class: 4, short_message: `id: 7001 sub: 001 ${dates} stat: DELIVRD err: 0 text: ` },
    right: 'delivered',
  },
  {
    name: 'a state without meaning beside one in words',
    source: 'own',
    input: { esm_class: 4, message_state: 0, short_message: `id:7001 ${dates} stat:DELIVRD err:000 text:` },
    right: 'delivered',
  },
  {
    name: 'a state in the words of the text itself',
    source: 'own',
    input: { esm_class: 0, short_message: `id:7001 ${dates} err:000 text:stat:DELIVRD` },
    right: null,
  },
  {
    name: 'two fields and no text',
    source: 'praekeltfoundation/vumi#637',
    input: { esm_class: 0, receipted_message_id: '7001', message_state: 2 },
    right: 'delivered',
  },
];

/** The ids of answers and the one of a receipt; right: the place of the text that it is about. */
export const idForms: FieldSample<{ answered: string[]; receipt: string }, number | null>[] = [
  {
    name: 'zeros and capitals',
    source: 'jookies/jasmin#1129',
    input: { answered: ['abcd'], receipt: '0000ABCD' },
    right: 0,
  },
  {
    name: 'zeros left out',
    source: 'somleng/sms-gateway#563',
    input: { answered: ['0000012345'], receipt: '12345' },
    right: 0,
  },
  {
    name: 'hexadecimal, decimal in the receipt',
    source: 'MavoCz/smscsim#4',
    input: { answered: ['00B8BE19'], receipt: '12107289' },
    right: 0,
  },
  {
    name: 'decimal with zeros in the receipt',
    source: 'opentelecoms-org/jsmpp#178',
    input: { answered: ['d2d5e84'], receipt: '0221077124' },
    right: 0,
  },
  {
    name: 'decimal, hexadecimal in the receipt',
    source: 'jookies/jasmin#210',
    input: { answered: ['12107289'], receipt: 'B8BE19' },
    right: 0,
  },
  { name: '0x in front', source: 'own', input: { answered: ['b8be19'], receipt: '0x00B8BE19' }, right: 0 },
  {
    name: 'more digits than a double has',
    source: 'own',
    input: { answered: ['ffffffffffffffff'], receipt: '18446744073709551615' },
    right: 0,
  },
  {
    name: 'letters that differ in case, one of them exact',
    source: 'own',
    input: { answered: ['aB1x', 'Ab1x'], receipt: 'Ab1x' },
    right: 1,
  },
  {
    name: 'letters that differ in case, none of them exact',
    source: 'own',
    input: { answered: ['aB1x', 'Ab1x'], receipt: 'ab1x' },
    right: null,
  },
  {
    name: 'the number of one text and that of another to the other base',
    source: 'own',
    input: { answered: ['1234', '4d2'], receipt: '1234' },
    right: null,
  },
  {
    name: 'two texts with one id',
    source: 'own',
    input: { answered: ['77', '77'], receipt: '77' },
    right: null,
  },
  { name: 'an unknown id', source: 'own', input: { answered: ['abcd'], receipt: 'abce' }, right: null },
  {
    name: 'words in which only the end differs',
    source: 'own',
    input: { answered: ['2f8a-1'], receipt: '2f8a-2' },
    right: null,
  },
];
