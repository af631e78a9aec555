/** What the fields of a template are called, in the form, in lists of differences and in problems. */
import type { Language } from '../../platform/text/language.ts';
import { symbologies } from '../../platform/values/judge-barcode.ts';
import {
  greetingIn,
  places,
  textFields,
  type BlockName,
  type FieldGroup,
  type FieldLabel,
  type PlaceOfBlocks,
  type Scheme,
} from '../../certificates/templates/template-fields.ts';
import type { ProductFacts } from '../../certificates/templates/look.ts';
import { barcodeKinds } from '../../catalog/set-product.ts';

const ru = {
  groups: {
    colours: 'Цвета',
    picture: 'Картинка',
    blocks: 'Что показывать и в каком порядке',
    barcode: 'Штрихкод',
    words: 'Подписи на сертификате',
    letter: 'Тексты письма',
    greetings: 'Готовые поздравления',
    terms: 'Условия',
  } satisfies Record<FieldGroup, string>,
  fields: {
    'colours.accent': 'Основной цвет',
    'colours.on_accent': 'Текст на основном цвете',
    'colours.paper': 'Фон страницы',
    'banner.ground': 'Фон названия',
    'banner.text': 'Название',
    picture: 'Адрес картинки',
    'barcode.kind': 'Вид штрихкода',
    'barcode.text': 'Что в штрихкоде',
    terms: 'Условия, HTML',
    'words.title': 'Название продукта',
    'words.certificate': '«Подарочный сертификат»',
    'words.reveal': 'Кнопка, которая открывает подарок',
    'words.number': '«Номер»',
    'words.pin': '«ПИН»',
    'words.barcode': 'Под штрихкодом',
    'words.terms': '«Условия»',
    'words.hint': 'На бумаге: как расплатиться',
    'letter.subject': 'Тема',
    'letter.preheader': 'Строка рядом с темой',
    'letter.heading': 'Заголовок',
    'letter.text': 'Текст, HTML',
    'letter.button': 'Кнопка',
  } satisfies Record<FieldLabel, string>,
  places: { head: 'Сверху', code: 'Код', below: 'Снизу' } satisfies Record<PlaceOfBlocks, string>,
  blocks: {
    face: 'номинал',
    validity: 'срок действия',
    greeting: 'поздравление',
    number: 'номер',
    pin: 'ПИН',
    barcode: 'штрихкод',
    terms: 'условия',
    places: 'магазины',
    order_number: 'номер заказа',
    issuer: 'кто выпустил',
    support: 'поддержка',
  } satisfies Record<BlockName, string>,
  schemes: { light: 'светлая тема', dark: 'тёмная тема' } satisfies Record<Scheme, string>,
  languages: { ru: 'по-русски', en: 'по-английски' } satisfies Record<Language, string>,
  banner: 'вместо картинки',
  greeting: (number: number) => `Поздравление ${number}`,
  product: {
    title: 'Продукт: название',
    brief: 'Продукт: краткое описание',
    picture: 'Продукт: картинка',
    terms: 'Продукт: условия',
    barcode_kind: 'Продукт: вид штрихкода',
    barcode_of: 'Продукт: что в штрихкоде',
  } satisfies Record<keyof ProductFacts, string>,
  noBarcode: 'без штрихкода',
};

export type FieldLabels = typeof ru;

export const fieldLabels: Record<Language, FieldLabels> = {
  ru,
  en: {
    groups: {
      colours: 'Colours',
      picture: 'Picture',
      blocks: 'What is shown, in which order',
      barcode: 'Barcode',
      words: 'Labels on the certificate',
      letter: 'Texts of the letter',
      greetings: 'Ready-made greetings',
      terms: 'Terms',
    },
    fields: {
      'colours.accent': 'Accent colour',
      'colours.on_accent': 'Text on the accent',
      'colours.paper': 'Background of the page',
      'banner.ground': 'Ground of the title',
      'banner.text': 'The title',
      picture: 'Address of the picture',
      'barcode.kind': 'Kind of barcode',
      'barcode.text': 'What the barcode says',
      terms: 'Terms, HTML',
      'words.title': 'Name of the product',
      'words.certificate': '“Gift certificate”',
      'words.reveal': 'The button that opens the gift',
      'words.number': '“Number”',
      'words.pin': '“PIN”',
      'words.barcode': 'Below the barcode',
      'words.terms': '“Terms”',
      'words.hint': 'On paper: how to pay with it',
      'letter.subject': 'Subject',
      'letter.preheader': 'The line beside the subject',
      'letter.heading': 'Heading',
      'letter.text': 'Text, HTML',
      'letter.button': 'Button',
    },
    places: { head: 'Top', code: 'Code', below: 'Below' },
    blocks: {
      face: 'face value',
      validity: 'validity',
      greeting: 'greeting',
      number: 'number',
      pin: 'PIN',
      barcode: 'barcode',
      terms: 'terms',
      places: 'shops',
      order_number: 'order number',
      issuer: 'issuer',
      support: 'support',
    },
    schemes: { light: 'light', dark: 'dark' },
    languages: { ru: 'in Russian', en: 'in English' },
    banner: 'without a picture',
    greeting: (number) => `Greeting ${number}`,
    product: {
      title: 'Product: title',
      brief: 'Product: brief description',
      picture: 'Product: picture',
      terms: 'Product: terms',
      barcode_kind: 'Product: kind of barcode',
      barcode_of: 'Product: what the barcode says',
    },
    noBarcode: 'no barcode',
  },
};

/** What a field is called: `letter.ru.subject`, `blocks.head`, `greetings[2].en`, `product.title`; one that we do not know by its name. */
export function nameOfField(name: string, language: Language): string {
  const labels = fieldLabels[language];
  const text = textFields.find((one) => one.name === name);
  if (text !== undefined) return nameOfText(text, labels);
  const greeting = greetingIn(name);
  if (greeting !== null)
    return `${labels.greeting(greeting.index + 1)}, ${labels.languages[greeting.language]}`;
  const place = places.find((one) => name === `blocks.${one}` || name.startsWith(`blocks.${one}.`));
  if (place !== undefined) return `${labels.groups.blocks}: ${labels.places[place].toLowerCase()}`;
  const fact = name.startsWith('product.') ? name.slice('product.'.length) : '';
  return Object.hasOwn(labels.product, fact) ? labels.product[fact as keyof ProductFacts] : name;
}

function nameOfText(
  { label, scheme, language, name }: (typeof textFields)[number],
  labels: FieldLabels,
): string {
  const beside =
    scheme !== undefined
      ? labels.schemes[scheme]
      : language !== undefined
        ? labels.languages[language]
        : name.startsWith('banner.')
          ? labels.banner
          : null;
  return beside === null ? labels.fields[label] : `${labels.fields[label]}, ${beside}`;
}

export const nameOfBarcode = (kind: (typeof barcodeKinds)[number], language: Language): string =>
  kind === 'none' ? fieldLabels[language].noBarcode : symbologies[kind].title;

/** A value of a field as people read it. */
export function nameOfValue(field: string, value: string, language: Language): string {
  const { blocks } = fieldLabels[language];
  if (/^blocks\.\w+$/.test(field))
    return value
      .split(', ')
      .map((block) => (Object.hasOwn(blocks, block) ? blocks[block as BlockName] : block))
      .join(', ');
  const kind = barcodeKinds.find((one) => one === value);
  return kind !== undefined && /barcode[._]kind$/.test(field) ? nameOfBarcode(kind, language) : value;
}
