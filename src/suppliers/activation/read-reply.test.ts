import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReply, type AnsweredTable } from './read-reply.ts';

const numbers = ['7700-0001', '7700-0002', '7700-0003', '4', '7700-0005'];
const bare = (text: string): string => text.replaceAll(/[\s-]/g, '');
const table: AnsweredTable = {
  rows: numbers.length,
  rowsOfNumber: (text) =>
    numbers.flatMap((number, index) => (bare(number) === bare(text) ? [index + 1] : [])),
};
const read = (text: string) => readReply(text, table);

const some = (text: string): unknown => {
  const reply = read(text);
  return reply.is === 'some' ? reply.rows : reply;
};

test('a one-word reply covers the whole table, with or without greetings, quotation and signature', () => {
  for (const text of [
    'Готово',
    'ГОТОВО!',
    'всё готово.',
    'Активировано',
    'Done.',
    'OK',
    'ок',
    'Добрый день!\n\nГотово.\n\nС уважением,\nАнна Петрова\n+7 495 000-00-00',
    'Готово\n\nсб, 21 нояб. 2026 г. в 12:00, Facevalue <certificates@facevalue.example>:\n> Активируйте\n> 1) 77000001',
    'done\r\n\r\nOn Sat, 21 Nov 2026 at 12:00, Facevalue\r\n<certificates@facevalue.example> wrote:\r\n> Please activate',
    'Готово\n-----Исходное сообщение-----\nОт: Facevalue\nСертификаты ждут активации',
  ])
    assert.deepEqual(read(text), { is: 'all' }, text);
});

test('a reply can name rows, ranges and certificate numbers', () => {
  assert.deepEqual(some('1-3, 5'), [1, 2, 3, 5]);
  assert.deepEqual(some('Строки 2 и 3'), [2, 3]);
  assert.deepEqual(some('Активированы только №1, №2.'), [1, 2]);
  assert.deepEqual(some('rows 5, 1'), [1, 5]);
  assert.deepEqual(some('7700 0002\n7700-0005'), [2, 5]);
  assert.deepEqual(some('77000001, 77000003\n> 1) 77000001'), [1, 3]);
});

test('an ambiguous reply is left to a person', () => {
  for (const text of [
    '',
    'не готово',
    'Готово, кроме 3',
    'готово?',
    'Готово завтра',
    'not done',
    'Активировали все, но 2 не получилось',
    '6',
    '0-2',
    '3-1',
    '99999999',
    // A text that is both a row and a certificate number.
    '4',
    '> готово',
    '> Активируйте\nготово',
    'Готово\n> строка 5\nкроме этой',
    'Готово\nСпасибо\nкроме пятой',
    'Готово. '.repeat(5000),
  ]) {
    const reply = read(text);
    if (text === 'готово?') assert.equal(reply.is, 'unclear', 'a question');
    assert.equal(reply.is, 'unclear', text.slice(0, 60));
  }
});
