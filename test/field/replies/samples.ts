/** Replies of suppliers' employees to an activation letter of five rows; number 2 is 7700-0002. */
import type { Reply } from '../../../src/suppliers/activation/read-reply.ts';
import type { FieldSample } from '../field-sample.ts';

export type ReplySample = FieldSample<string, 'all' | 'person' | number[]>;

export const rightOf = (reply: Reply): ReplySample['right'] =>
  reply.is === 'all' ? 'all' : reply.is === 'some' ? reply.rows : 'person';

const quotation =
  'пн, 23 нояб. 2026 г. в 12:00, Facevalue <certificates@facevalue.example>:\n> Активируйте\n> 1) 7700-0001';
const outlook = [
  'От: Facevalue <certificates@facevalue.example>',
  'Отправлено: 23 ноября 2026 г. 12:00',
  'Кому: Анна',
  'Тема: Активируйте проданные сертификаты: 5 шт., таблица № 7',
  '',
  'Мельница, здравствуйте!',
  'Проданы и ждут активации: 5 сертификатов. Пожалуйста, активируйте их у себя и подтвердите это.',
  'Или ответьте на это письмо одним словом «готово», если активированы все. Если не все — перечислите в ответе только номера активированных строк, например: 1-3, 5.',
  '1)  7700-0001  500 ₽  до 23.11.2027  1-1',
  'В письме номера сертификатов: не пересылайте его тем, кто их не активирует.',
].join('\n');

const person = (name: string, source: string, input: string): ReplySample => ({
  name,
  source,
  input,
  right: 'person',
});
const all = (name: string, source: string, input: string): ReplySample => ({
  name,
  source,
  input,
  right: 'all',
});

export const replySamples: ReplySample[] = [
  person(
    'rows in work, below regards',
    'mailgun/talon#129',
    'Готово.\n\nС уважением,\nАнна\nP.S. Строки 2 и 3 пока в работе, сделаем завтра.',
  ),
  person('rows cancelled, below thanks', 'mailgun/talon#129', 'Готово\n\nСпасибо!\nСтроки 2 и 3 отменены.'),
  person(
    'an exception below the dashes',
    'crisp-oss/email-reply-parser#41',
    'Готово\n--\nАнна\nкроме строки 2: такой карты нет',
  ),
  person('an exception on the line of thanks', 'own', 'Готово\nСпасибо, но вторую карту мы вернули'),
  person('a number below the name', 'own', 'Готово\nАнна Петрова\n7700-0002'),
  person('an ordinal below regards', 'own', 'Done.\n\nBest regards,\nAnna\nThe second one bounced'),
  person('a plain sentence below regards', 'own', 'Готово\n\nС уважением, Анна\nИвановой выдали на кассе'),
  person('a name and a row', 'own', 'Готово\nАнна\nВторая в пятницу'),
  person(
    'sections divided by rules',
    'crisp-oss/email-reply-parser#41',
    'Готово\n____________\nпятую отклонил банк',
  ),
  person('below a quotation', 'nylas/nylas-mail#2281', `Готово\n\n${quotation}\n\nКроме карты 7700-0002`),
  person(
    'between the lines of a quotation without marks',
    'willdurand/EmailReplyParser#89',
    `Готово\n\n${outlook.replace('1-1', '1-1 -- такой карты нет')}`,
  ),
  person(
    'below a quotation without a head',
    'github/email_reply_parser#3',
    'Готово\n> строка 2\nэту не нашли',
  ),
  person('a question behind the answer', 'own', 'Готово. А когда оплата?'),
  person('put off in English', 'own', 'Done, the rest tomorrow'),
  person('an invisible sign inside a negation', 'own', 'Не\u200B готово'),
  person('approval and its opposite', 'own', 'Готово 👎'),
  person(
    'not signed in place',
    'own',
    '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nГотово, кроме 2\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEB\n-----END PGP SIGNATURE-----',
  ),
  person(
    'below the frame of a signed text',
    'own',
    '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nГотово\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEB\n-----END PGP SIGNATURE-----\nкроме второй',
  ),
  all('thanks behind a comma', 'own', 'Готово, спасибо!'),
  all('a greeting on the same line', 'own', 'Добрый день! Готово.'),
  all('a greeting with a name', 'own', 'Добрый день, Мария!\nВсё готово.'),
  all('another word', 'own', 'Выполнено'),
  all('a sentence', 'own', 'Сертификаты активированы.'),
  all(
    'a sentence in English',
    'own',
    'Hello,\n\nAll certificates have been activated.\n\nKind regards,\nAnna Miller\nHead of Sales',
  ),
  all('two answers that agree', 'own', 'Готово. Все карты активированы, спасибо!'),
  all('a phone', 'github/email_reply_parser#33', 'Готово\n\nОтправлено из мобильной Почты'),
  all('a phone in English', 'own', 'Done\n\nSent from my iPhone'),
  all(
    'a signature without dashes',
    'github/email_reply_parser#9',
    'Готово\nАнна Петрова\nменеджер отдела продаж\nООО «Мельница»\nг. Москва, ул. Садовая, д. 5, оф. 12\nтел.: +7 (495) 000-00-00, доб. 12\nanna@mill.example\nwww.mill.example',
  ),
  all('regards with a name and approval', 'own', 'Готово 👍\n\nС уважением, Анна'),
  all(
    'a signature below a quotation',
    'github/email_reply_parser#55',
    `Готово\n\n${quotation}\n--\nАнна Петрова`,
  ),
  all(
    'our letter, quoted without marks',
    'github/email_reply_parser#33',
    `Готово\n\nС уважением,\nАнна\n________________________________\n${outlook}`,
  ),
  all(
    'signed in place',
    'RFC 4880',
    '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nГотово\n\n- --\nАнна\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEB\n-----END PGP SIGNATURE-----',
  ),
  { name: 'rows and thanks', source: 'own', input: 'Строки 1-2, 5. Спасибо!', right: [1, 2, 5] },
  {
    name: 'rows, regards and a phone number',
    source: 'own',
    input: 'Активированы 1, 3\n\nС уважением,\nАнна\n+7 495 000-00-02',
    right: [1, 3],
  },
  { name: 'a number and a phone', source: 'own', input: '7700-0002\nSent from my Galaxy', right: [2] },
];
