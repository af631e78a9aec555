/** What the demo's pages say. */
import type { Language } from '../src/platform/text/language.ts';
import { quoted } from '../src/platform/text/typography.ts';
import type { CallbackAnswer, ReceivedCall } from './callback-inbox.ts';

export interface DemoLabels {
  demo: string;
  pages: string;
  home: { title: string; lead: string; note: string; steps: string };
  orderOne: string;
  inbox: {
    title: string;
    lead: string;
    none: string;
    to: string;
    from: string;
    date: string;
    refresh: string;
    count(letters: number): string;
    missing: string;
    back: string;
    alone: string;
    html: string;
    text: string;
    hint: string;
    noSubject: string;
  };
  callbacks: {
    title: string;
    titleOf(client: string): string;
    lead: string;
    none: string;
    count(messages: number): string;
    answerTitle: string;
    answers: Record<CallbackAnswer, string>;
    now: string;
    set: string;
    attempt(number: number): string;
    accepted: string;
    notAccepted: string;
    signature: Record<ReceivedCall['signature'], string>;
    sameBytes: string;
    otherBytes: string;
    headers: string;
    body: string;
    fields: string;
    field: string;
    value: string;
    message: string;
  };
  till: { title: string; text: string; user: string; password: string };
  docs: { title: string; api: string; openapi: string };
  time: {
    title: string;
    text: string;
    now(moment: string): string;
    ahead(hours: number): string;
    spans: Record<'2h' | '1d' | '30d', string>;
    reset: string;
    command: string;
  };
}

const ru: DemoLabels = {
  demo: 'Учебный мир Facevalue',
  pages: 'Страницы учебного мира',
  home: {
    title: 'Всё, что случилось с заказом',
    lead: 'Это учебный мир: выдуманные бренды, клиенты и получатели. Заказы, деньги, коды и письма обрабатываются по-настоящему, но ничего не стоят и не покидают этот компьютер.',
    note: 'В рабочей установке этих страниц нет.',
    steps: 'Что посмотреть',
  },
  orderOne: 'Сделать заказ',
  inbox: {
    title: 'Почта',
    lead: 'Сюда приходят все письма учебного мира, независимо от адресата.',
    none: 'Писем пока нет. Сделайте заказ, и его письмо появится здесь.',
    to: 'Кому',
    from: 'От кого',
    date: 'Получено (Москва)',
    refresh: 'Обновить',
    count: (letters) => `Писем: ${letters}`,
    missing: 'Такого письма нет: хранится только последняя тысяча.',
    back: 'Ко всем письмам',
    alone: 'Открыть письмо отдельно',
    html: 'Письмо, как его видит получатель',
    text: 'То же письмо простым текстом',
    hint: 'Адреса, которые начинаются с bounce, почтовый сервер отклоняет окончательно, с later — временно, а письма на адреса с lost принимает и через полминуты возвращает: так можно посмотреть на повторы и возвраты.',
    noSubject: '(без темы)',
  },
  callbacks: {
    title: 'Обратные вызовы',
    titleOf: (client) => `Обратные вызовы: ${quoted(client, 'ru')}`,
    lead: 'Сюда платформа сообщает клиенту результат каждого заказа. Вызов принят, если получатель ответил 200 и ровно OK.',
    none: 'Вызовов пока нет.',
    count: (messages) => `Сообщений: ${messages}`,
    answerTitle: 'Как отвечать на следующие вызовы',
    answers: {
      ok: 'OK — принять',
      'ok-newline': 'OK и перевод строки — не будет принято',
      '500': 'Ошибка 500',
      slow: 'OK через 3 секунды',
      hang: 'Не отвечать до тайм-аута платформы',
    },
    now: 'сейчас',
    set: 'Отвечать так',
    attempt: (number) => `Попытка ${number}`,
    accepted: 'принято',
    notAccepted: 'не принято',
    signature: { good: 'подпись верна', wrong: 'подпись неверна', unknown: 'подпись не проверялась' },
    sameBytes: 'тело то же самое',
    otherBytes: 'тело изменилось',
    headers: 'Заголовки',
    body: 'Тело запроса, как пришло',
    fields: 'Поля вызова',
    field: 'Поле',
    value: 'Значение',
    message: 'Сообщение',
  },
  till: {
    title: 'Касса',
    text: 'Здесь гасят сертификаты, чьи коды выпускает сама платформа.',
    user: 'Логин',
    password: 'Пароль',
  },
  docs: { title: 'Документация', api: 'Описание клиентского API', openapi: 'OpenAPI' },
  time: {
    title: 'Перевести часы',
    text: 'Повторов, отложенных писем и сроков можно не ждать: переведите часы учебного мира вперёд.',
    now: (moment) => `Сейчас в учебном мире ${moment} (Москва)`,
    ahead: (hours) => `вперёд на ${hours} ч`,
    spans: { '2h': 'На 2 часа вперёд', '1d': 'На день вперёд', '30d': 'На 30 дней вперёд' },
    reset: 'К настоящему времени',
    command: 'То же самое командой, из папки проекта:',
  },
};

const en: DemoLabels = {
  demo: 'Facevalue demo world',
  pages: 'Pages of the demo world',
  home: {
    title: 'Everything that happened to an order',
    lead: 'This is the demo world: invented brands, clients and recipients. Its orders, money, codes and letters are real, except that they cost nothing and never leave this computer.',
    note: 'A production installation has none of these pages.',
    steps: 'What to look at',
  },
  orderOne: 'Place an order',
  inbox: {
    title: 'Mail',
    lead: 'All letters of the demo arrive here, whatever their recipient.',
    none: 'No letters yet. Place an order and its letter appears here.',
    to: 'To',
    from: 'From',
    date: 'Received (Moscow)',
    refresh: 'Refresh',
    count: (letters) => `Letters: ${letters}`,
    missing: 'There is no such letter: only the newest thousand are kept.',
    back: 'All letters',
    alone: 'Open the letter by itself',
    html: 'The letter as its recipient sees it',
    text: 'The same letter as plain text',
    hint: 'Addresses that begin with bounce are refused permanently, with later temporarily; letters to addresses that begin with lost are accepted and bounce half a minute later. Use them to watch retries and bounces.',
    noSubject: '(no subject)',
  },
  callbacks: {
    title: 'Callbacks',
    titleOf: (client) => `Callbacks: ${quoted(client, 'en')}`,
    lead: 'Here the platform sends the client the result of each order. A call is accepted when the receiver answers 200 and exactly OK.',
    none: 'No calls yet.',
    count: (messages) => `Messages: ${messages}`,
    answerTitle: 'How to answer the next calls',
    answers: {
      ok: 'OK — accept',
      'ok-newline': 'OK and a line break — will not be accepted',
      '500': 'Error 500',
      slow: 'OK after 3 seconds',
      hang: 'Keep silent until the platform gives up waiting',
    },
    now: 'now',
    set: 'Answer like this',
    attempt: (number) => `Attempt ${number}`,
    accepted: 'accepted',
    notAccepted: 'not accepted',
    signature: { good: 'signature is right', wrong: 'signature is wrong', unknown: 'signature not checked' },
    sameBytes: 'same body',
    otherBytes: 'body has changed',
    headers: 'Headers',
    body: 'Request body as it came',
    fields: 'Fields of the call',
    field: 'Field',
    value: 'Value',
    message: 'Message',
  },
  till: {
    title: 'Till',
    text: 'Where certificates whose codes the platform makes are redeemed.',
    user: 'Login',
    password: 'Password',
  },
  docs: { title: 'Documentation', api: 'Client API reference', openapi: 'OpenAPI' },
  time: {
    title: 'Move the clock',
    text: 'Retries, postponed letters and deadlines need no waiting: the demo world travels in time.',
    now: (moment) => `It is ${moment} (Moscow) in the demo world`,
    ahead: (hours) => `${hours} h ahead`,
    spans: { '2h': '2 hours on', '1d': 'A day on', '30d': '30 days on' },
    reset: 'Back to the true time',
    command: 'The same by a command, in the project’s folder:',
  },
};

export const demoLabels: Record<Language, DemoLabels> = { ru, en };
