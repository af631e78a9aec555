/** Texts of the reference. */
import type { Language } from '../repository.ts';
import { russian } from './russian.ts';

/** A description of the API in this language. */
export function inLanguage(description: string, language: Language): string {
  return language === 'en' ? description : (russian[description] ?? description);
}

type RetryLabels = Record<'no' | 'yes' | 'later' | 'after-fix', string>;

const ru = {
  title: 'Справочник клиентского API',
  lead: 'Все операции: поля, настоящий ответ и вызов на пяти языках. Транспорт, подпись и обратные вызовы объясняет [Клиентский API](client-api.md), ошибкам посвящена [отдельная страница](errors.md). То же для программ: [openapi.json](../openapi.json) и [коллекция для Postman и Bruno](../../sdk/facevalue.postman_collection.json).',
  operation: 'операция',
  does: 'что делает',
  request: 'Запрос',
  answer: 'Ответ',
  noFields: 'Полей нет.',
  example: 'Что ответил сервер:',
  calls: 'Вызовы',
  environment:
    'Адрес сервера, id клиента и его секрет — в `BASE_URL`, `ID` и `SECRET`. [Библиотеки](../../../sdk/README.md) подписывают и повторяют сами; первый и последний примеры обходятся без них.',
  errors: 'Ошибки',
  errorsLead:
    'Все коды ошибок ответов, обратных вызовов и `getStatus`. От того, стоит ли повторять, зависит, что делает программа: **нет** — ответ будет тем же; **после исправления** — запрос должен измениться; **позже**, **да** — тот же запрос, `makeOrder` с тем же `uuid`.',
  code: 'код',
  meaning: 'значение',
  cause: 'Причина',
  act: 'Что делать',
  again: 'Повторять?',
  field: 'поле',
  type: 'тип',
  required: 'обязательно',
  limits: 'ограничения',
  yes: 'да',
  no: 'нет',
  byDefault: 'по умолчанию',
  more: (cmd: string) =>
    `Как поля связаны между собой и когда нужна операция: [Клиентский API](../client-api.md#${cmd.toLowerCase()}).`,
  letters: (count: number) => `≤ ${count} символов`,
  retry: { no: 'нет', yes: 'да', later: 'позже', 'after-fix': 'после исправления' } satisfies RetryLabels,
};

export const referenceLabels: Record<Language, typeof ru> = {
  en: {
    title: 'Client API reference',
    lead: 'Every operation with its fields, a real answer, and a call in five languages. Transport, signature and callbacks are explained in [Client API](client-api.md); errors have [a page of their own](errors.md). The same for programs: [openapi.json](openapi.json), and a [collection for Postman and Bruno](../sdk/facevalue.postman_collection.json).',
    operation: 'operation',
    does: 'what it does',
    request: 'Request',
    answer: 'Answer',
    noFields: 'No fields.',
    example: 'What a server answered:',
    calls: 'Calls',
    environment:
      'The server’s address, the client’s id and its secret are in `BASE_URL`, `ID` and `SECRET`. The [SDKs](../../sdk/README.md) sign and repeat by themselves; the first and the last sample do without.',
    errors: 'Errors',
    errorsLead:
      'Every error code of answers, callbacks and `getStatus`. Whether to repeat decides what a program does: **no** – the answer will be the same; **after a fix** – the request must change; **later**, **yes** – the same request, a `makeOrder` with the same `uuid`.',
    code: 'code',
    meaning: 'meaning',
    cause: 'Cause',
    act: 'What to do',
    again: 'Retry?',
    field: 'field',
    type: 'type',
    required: 'required',
    limits: 'limits',
    yes: 'yes',
    no: 'no',
    byDefault: 'by default',
    more: (cmd) =>
      `What the fields mean together, and when to use it: [Client API](../client-api.md#${cmd.toLowerCase()}).`,
    letters: (count) => `≤ ${count} characters`,
    retry: { no: 'no', yes: 'yes', later: 'later', 'after-fix': 'after a fix' },
  },
  ru,
};
