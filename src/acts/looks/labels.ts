/** What both sides read about the looks of clients. */
import type { LookField, LookState } from '../../certificates/looks/client-look.ts';
import { longest, type LookReason } from '../../certificates/looks/judge-look.ts';
import {
  leastLogo,
  maxLogoUploadBytes,
  type LogoRefusal,
} from '../../certificates/documents/pictures/make-logo.ts';
import type { Language } from '../../platform/text/language.ts';
import type { LookNote } from './foreign-names.ts';
import type { SampleKind } from './samples.ts';

const megabytes = maxLogoUploadBytes / 1_000_000;
const least = `${leastLogo.width} × ${leastLogo.height}`;

const ru = {
  states: {
    draft: 'черновик',
    proposed: 'на проверке',
    approved: 'показывается',
    declined: 'отклонено',
    withdrawn: 'снято',
    replaced: 'заменено',
  } satisfies Record<LookState, string>,
  /** The look of all orders that have none of their campaign. */
  main: 'Основное оформление',
  campaign: (code: string) => `Оформление заказов с кодом ${code}`,
  fields: {
    senderName: 'Имя отправителя',
    greetingRu: 'Поздравление по-русски',
    greetingEn: 'Поздравление по-английски',
    footerRu: 'Подпись внизу по-русски',
    footerEn: 'Подпись внизу по-английски',
    accent: 'Цвет кнопок и ссылок',
    paper: 'Цвет фона страницы',
    supportEmail: 'Почта для вопросов',
    supportPhone: 'Телефон для вопросов',
    site: 'Сайт',
  } satisfies Record<LookField, string>,
  logo: 'Логотип',
  frame: 'Образец подарка с этим оформлением',
  kinds: {
    phone: 'телефон',
    'phone-dark': 'телефон, тёмная тема',
    desktop: 'компьютер',
    letter: 'письмо',
    'letter-dark': 'письмо, тёмная тема',
  } satisfies Record<SampleKind, string>,
  problems: {
    'too-long': (field) => `Не больше ${longest[field]} знаков.`,
    signs: () => 'Есть знаки, которые здесь нельзя: невидимые, управляющие или служебные.',
    link: () =>
      'Похоже на ссылку или адрес: для них есть поля «Сайт» и «Почта для вопросов». Если это конец предложения, поставьте после точки пробел.',
    'phone-number': () => 'Похоже на номер телефона: для него есть поле «Телефон для вопросов».',
    alphabets: () => 'В одном слове русские и латинские буквы, которые выглядят одинаково.',
    'foreign-name': (_field, found) =>
      `«${found}» — чужое имя: отправителем может быть только ваша компания.`,
    colour: () => 'Цвет пишется как #a63c1a.',
    contrast: (_field, found) => `Текст на таком цвете плохо читается. Ближайший подходящий: ${found}.`,
    'needs-accent': () => 'Сначала выберите цвет кнопок и ссылок.',
    email: () => 'Это не адрес почты.',
    phone: () => 'Это не номер телефона.',
    site: () => 'Нужен адрес сайта вида https://shop.example, без параметров.',
  } satisfies Record<LookReason, (field: LookField, found: string) => string>,
  logoProblems: {
    kind: 'Это не PNG, не JPEG и не WebP.',
    pixels: 'В картинке слишком много точек: уменьшите её.',
    small: `Картинка меньше ${least} точек.`,
    pale: 'На белом такого логотипа не видно: загрузите вариант для светлого фона.',
    heavy: 'Картинка слишком сложная для логотипа: упростите её.',
    broken: 'Картинка повреждена или не читается.',
    busy: 'Сейчас загружают слишком много картинок: повторите через минуту.',
    'no-file': 'Выберите файл.',
    'too-large': `Файл больше ${megabytes} МБ.`,
  } satisfies Record<LogoRefusal | 'no-file' | 'too-large', string>,
  notes: {
    'unlike-client': (found) => `Имя отправителя не похоже на название клиента: «${found}».`,
    names: (found, field) => `Поле «${field}» называет «${found}».`,
    'foreign-address': (found, field) =>
      `Поле «${field}»: домена ${found} нет среди известных адресов клиента.`,
  } satisfies Record<LookNote['why'], (found: string, field: string) => string>,
};

export const lookLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    states: {
      draft: 'draft',
      proposed: 'waits for approval',
      approved: 'shown',
      declined: 'declined',
      withdrawn: 'withdrawn',
      replaced: 'replaced',
    },
    main: 'Main look',
    campaign: (code) => `Look of orders with the code ${code}`,
    fields: {
      senderName: 'Name of the sender',
      greetingRu: 'Greeting in Russian',
      greetingEn: 'Greeting in English',
      footerRu: 'Closing words in Russian',
      footerEn: 'Closing words in English',
      accent: 'Colour of buttons and links',
      paper: 'Colour behind the page',
      supportEmail: 'E-mail for questions',
      supportPhone: 'Phone for questions',
      site: 'Website',
    },
    logo: 'Logo',
    frame: 'A sample of a gift with this look',
    kinds: {
      phone: 'phone',
      'phone-dark': 'phone, dark mode',
      desktop: 'desktop',
      letter: 'letter',
      'letter-dark': 'letter, dark mode',
    },
    problems: {
      'too-long': (field) => `At most ${longest[field]} characters.`,
      signs: () => 'It has characters that are not possible here: unseen, control or special ones.',
      link: () =>
        'This looks like a link or an address: they have fields of their own, “Website” and “E-mail for questions”. If it is the end of a sentence, put a space after the full stop.',
      'phone-number': () =>
        'This looks like a phone number: it has a field of its own, “Phone for questions”.',
      alphabets: () => 'One word has Russian and Latin letters that look the same.',
      'foreign-name': (_field, found) =>
        `“${found}” is somebody else’s name: only your company can be the sender.`,
      colour: () => 'A colour is written as #a63c1a.',
      contrast: (_field, found) => `Text on this colour is hard to read. The nearest that fits: ${found}.`,
      'needs-accent': () => 'First choose the colour of buttons and links.',
      email: () => 'This is not an e-mail address.',
      phone: () => 'This is not a phone number.',
      site: () => 'An address such as https://shop.example is needed, without parameters.',
    },
    logoProblems: {
      kind: 'This is no PNG, JPEG or WebP.',
      pixels: 'The picture has too many pixels: make it smaller.',
      small: `The picture is smaller than ${least} pixels.`,
      pale: 'Nobody would see this logo on white: upload the one for light grounds.',
      heavy: 'The picture is too complex for a logo: make it simpler.',
      broken: 'The picture is damaged or cannot be read.',
      busy: 'Too many pictures are being uploaded: repeat it in a minute.',
      'no-file': 'Choose a file.',
      'too-large': `The file is larger than ${megabytes} MB.`,
    },
    notes: {
      'unlike-client': (found) => `The name of the sender is unlike the name of the client: “${found}”.`,
      names: (found, field) => `The field “${field}” names “${found}”.`,
      'foreign-address': (found, field) =>
        `The field “${field}”: the domain ${found} is not among the known addresses of the client.`,
    },
  },
};

export const lookName = (campaign: string, language: Language): string =>
  campaign === '' ? lookLabels[language].main : lookLabels[language].campaign(campaign);
