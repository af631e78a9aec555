/** What both sides' pages of an onboarding say. */
import type { Language } from '../../../platform/text/language.ts';
import type { AnswerProblem, QuestionGroup, QuestionName } from '../questionnaire-fields.ts';
import type { Scheme } from '../../../catalog/scheme.ts';

const pool = {
  ru: 'Вы присылаете файл с кодами (обычно таблицу), сотрудник платформы загружает его в хранилище.',
  en: 'You send a file with codes, usually a spreadsheet; an employee of the platform loads it into the store.',
} as const;

const ru = {
  you: 'ваш ход',
  actors: { supplier: 'поставщик', operator: 'оператор' },
  states: { done: 'пройден', open: 'ждёт', later: 'позже' },
  allDone: 'Все шаги пройдены: сертификаты продаются.',
  groups: {
    company: 'Компания',
    contacts: 'Контакты',
    brand: 'Бренд',
    certificate: 'Сертификат',
    code: 'Код и штрихкод',
    'handing-over': 'Передача, активация и погашение',
  } satisfies Record<QuestionGroup, string>,
  questions: {
    company: { label: 'Полное название' },
    taxNumber: { label: 'ИНН и КПП' },
    legalAddress: { label: 'Юридический адрес', hint: 'Его печатают на сертификате.' },
    contactName: { label: 'Ответственный сотрудник' },
    contactMail: { label: 'Его почта', hint: 'С неё принимаются файлы с кодами.' },
    contactPhone: { label: 'Его телефон' },
    technicalMail: { label: 'Почта технического специалиста' },
    brand: { label: 'Название бренда', hint: 'Под ним сертификат видят получатели.' },
    site: { label: 'Сайт' },
    supportContact: {
      label: 'Поддержка держателей',
      hint: 'Телефон, почта и часы работы: их печатают на сертификате.',
    },
    faces: { label: 'Номиналы в рублях', hint: 'Например: 500, 1000, 3000 или любой от 500 до 15000.' },
    validity: { label: 'Срок действия', hint: 'Например: 365 дней, до 31.12.2027 или без срока.' },
    terms: { label: 'Условия использования' },
    places: { label: 'Где принимают', hint: 'Города и адреса или интернет-магазин.' },
    codeForm: {
      label: 'Вид номера',
      hint: 'Например: 16 цифр. Настоящие коды сюда не пишите.',
    },
    pin: { label: 'Есть ли у кода ПИН' },
    barcode: { label: 'Штрихкод' },
    transfer: {
      label: 'Как хотите передавать коды',
      hint: 'Последствия объяснит шаг «Передача и активация».',
    },
    activation: { label: 'Нужна ли активация проданных кодов' },
    tillSystem: {
      label: 'Кассы',
      hint: 'Сколько магазинов, какая кассовая программа, как проверяют сертификат.',
    },
  } as Record<QuestionName, { label: string; hint?: string }>,
  choices: {
    no: 'нет',
    yes: 'да',
    pool: 'файлом',
    api: 'по API',
    platform: 'коды создаёт платформа',
    none: 'нет',
    letter: 'по письму',
    pull: 'по списку проданных',
  } as Record<string, string>,
  problems: {
    missing: 'нужен ответ.',
    'too-long': 'Слишком длинный ответ.',
    'bad-email': 'Укажите адрес почты целиком.',
    'bad-choice': 'Выберите один из вариантов.',
  } satisfies Record<AnswerProblem, string>,
  choose: 'выберите',
  schemes: {
    'pool/none': {
      name: 'Файл с действующими кодами',
      means: [
        pool.ru,
        'Код действует с момента продажи: никто ничего не активирует.',
        'Быстрый старт без разработки. Нужен ответственный сотрудник: когда коды кончаются, продажи останавливаются.',
        'Потерянный файл стоит денег: коды в нём уже действуют.',
      ],
    },
    'pool/letter': {
      name: 'Файл с неактивными кодами, активация по письму',
      means: [
        pool.ru,
        'По расписанию (обычно по будням в 12:00) приходит письмо с таблицей проданных кодов. Сотрудник активирует их у себя и отвечает на письмо.',
        'Быстрый старт без разработки, и украденный файл бесполезен. Но получатель ждёт активации, а в выходные и отпуск её некому делать.',
      ],
    },
    'pool/pull': {
      name: 'Файл с неактивными кодами, список проданных по запросу',
      means: [
        pool.ru,
        'Ваша программа раз в час забирает список проданных кодов и активирует их.',
        'Небольшая разработка у вас, людей не нужно. Активация отстаёт от продажи на час.',
      ],
    },
    'pool/api': {
      name: 'Файл с неактивными кодами, активация по API',
      means: [
        pool.ru,
        'В момент продажи платформа вызывает ваш API, и код действует сразу.',
        'Нужна разработка у вас и финальный тест. Если API не отвечает, продажа откладывается.',
      ],
    },
    'api/none': {
      name: 'Код по API в момент продажи',
      means: [
        'В момент продажи платформа запрашивает код у вашего API.',
        'Коды не хранятся и не кончаются, файлов и людей не нужно. Нужна разработка у вас и финальный тест.',
        'Если API не отвечает, заказ ждёт. Повтор запроса с тем же request_id должен возвращать тот же код.',
      ],
    },
    'platform/none': {
      name: 'Коды создаёт платформа',
      means: [
        'Уникальный код создаётся в момент продажи. Передавать и активировать нечего.',
        'Сертификат проверяют и гасят на странице «Касса» или программой по нашему API; погашение возвращает номер операции, второе погашение невозможно.',
        'Подходит небольшим магазинам без своих сертификатов. Кассиров нужно обучить.',
      ],
    },
  } satisfies Record<Scheme, { name: string; means: readonly string[] }>,
  comments: 'Обсуждение',
  noComments: 'Пока никто ничего не написал.',
  comment: 'Сообщение',
  send: 'Написать',
  commentErrors: {
    empty: 'Напишите что-нибудь.',
    'too-long': 'Не больше 2000 знаков.',
    'too-many': 'Сообщений слишком много: договоритесь по почте.',
  },
  files: 'Файлы',
  noFiles: 'Файлов нет.',
};

export const onboardingLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    you: 'your turn',
    actors: { supplier: 'supplier', operator: 'operator' },
    states: { done: 'done', open: 'waits', later: 'later' },
    allDone: 'All steps are done: the certificates are on sale.',
    groups: {
      company: 'Company',
      contacts: 'Contacts',
      brand: 'Brand',
      certificate: 'Certificate',
      code: 'Code and barcode',
      'handing-over': 'Transfer, activation and redemption',
    },
    questions: {
      company: { label: 'Full name' },
      taxNumber: { label: 'Tax number' },
      legalAddress: { label: 'Registered address', hint: 'Printed on the certificate.' },
      contactName: { label: 'Responsible employee' },
      contactMail: { label: 'Their e-mail', hint: 'Files with codes are accepted from it.' },
      contactPhone: { label: 'Their phone' },
      technicalMail: { label: 'E-mail of a technical specialist' },
      brand: { label: 'Name of the brand', hint: 'Recipients see the certificate under it.' },
      site: { label: 'Site' },
      supportContact: {
        label: 'Support for holders',
        hint: 'Phone, e-mail and hours, printed on the certificate.',
      },
      faces: {
        label: 'Face values in roubles',
        hint: 'For example 500, 1000, 3000, or any from 500 to 15000.',
      },
      validity: { label: 'Validity', hint: 'For example 365 days, until 31.12.2027, or without limit.' },
      terms: { label: 'Terms of use' },
      places: { label: 'Where it is accepted', hint: 'Towns and addresses, or an online shop.' },
      codeForm: { label: 'Form of the number', hint: 'For example 16 digits. Never write real codes here.' },
      pin: { label: 'Does a code have a PIN' },
      barcode: { label: 'Barcode' },
      transfer: {
        label: 'How would you hand codes over',
        hint: 'The step “Transfer and activation” explains what follows.',
      },
      activation: { label: 'Do sold codes need activation' },
      tillSystem: {
        label: 'Tills',
        hint: 'How many shops, which till software, how a certificate is checked.',
      },
    },
    choices: {
      no: 'no',
      yes: 'yes',
      pool: 'by file',
      api: 'by API',
      platform: 'the platform makes them',
      none: 'none',
      letter: 'by letter',
      pull: 'by the list of sold codes',
    },
    problems: {
      missing: 'please answer.',
      'too-long': 'the answer is too long.',
      'bad-email': 'write one whole e-mail address.',
      'bad-choice': 'choose one of the options.',
    },
    choose: 'choose',
    schemes: {
      'pool/none': {
        name: 'A file with active codes',
        means: [
          pool.en,
          'A code is valid from its sale: nobody activates anything.',
          'A quick start without development. It relies on a responsible employee: when codes run out, sales stop.',
          'A lost file costs money: its codes are valid already.',
        ],
      },
      'pool/letter': {
        name: 'A file with inactive codes, activation by letter',
        means: [
          pool.en,
          'On a schedule (usually workdays at 12:00) a letter brings the table of sold codes. An employee activates them and replies.',
          'A quick start without development, and a stolen file is useless. But recipients wait for the activation, and nobody does it on weekends.',
        ],
      },
      'pool/pull': {
        name: 'A file with inactive codes, sold ones fetched',
        means: [
          pool.en,
          'Your program fetches the list of sold codes every hour and activates them.',
          'Little development on your side, and no people. Activation is up to an hour behind the sale.',
        ],
      },
      'pool/api': {
        name: 'A file with inactive codes, activation by API',
        means: [
          pool.en,
          'At the moment of sale the platform calls your API, and the code is valid at once.',
          'It takes development on your side and the final test. While the API does not answer, sales are put off.',
        ],
      },
      'api/none': {
        name: 'A code by API at the moment of sale',
        means: [
          'At the moment of sale the platform requests the code from your API.',
          'No codes are stored or run out, no files and no people. It takes development on your side and the final test.',
          'While the API does not answer, orders wait. A repeat with the same request_id must return the same code.',
        ],
      },
      'platform/none': {
        name: 'The platform makes the codes',
        means: [
          'A unique code is made at the moment of sale. There is nothing to hand over or activate.',
          'Certificates are checked and redeemed on the page “Till” or by a program over our API; redeeming returns a transaction number, and a second time is impossible.',
          'It fits small shops without certificates of their own. Cashiers need training.',
        ],
      },
    },
    comments: 'Discussion',
    noComments: 'Nobody has written anything yet.',
    comment: 'Message',
    send: 'Write',
    commentErrors: {
      empty: 'Write something.',
      'too-long': 'Not more than 2000 characters.',
      'too-many': 'There are too many messages: go on by mail.',
    },
    files: 'Files',
    noFiles: 'There are no files.',
  },
};
