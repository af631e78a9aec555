/** What `/o/products` says. */
import type { Language } from '../../../platform/text/language.ts';
import { fieldLabels, type ProductField } from './field-labels.ts';

export interface ProductLabels {
  title: string;
  add: string;
  search: string;
  empty: string;
  toSuppliers: string;
  none: string;
  id: string;
  name: string;
  addresses: string;
  supplier: string;
  brand: string;
  scheme: string;
  schemes: Record<'pool' | 'platform' | 'api', string>;
  faces: string;
  free: (least: string, most: string, step: string) => string;
  sale: string;
  onSale: string;
  offSale: string;
  putOn: string;
  takeOff: string;
  putOnHint: string;
  saved: string;
  added: string;
  addedOff: string;
  waits: (approval: number) => string;
  facesLead: string;
  newFaces: string;
  newFacesHint: string;
  addFaces: string;
  dropFace: string;
  freeFace: string;
  freeHint: string;
  edit: string;
  save: string;
  stock: string;
  look: string;
  lookLead: string;
  version: string;
  since: string;
  note: string;
  inForce: string;
  plain: string;
  template: string;
  templateHint: string;
  publish: string;
  noVersions: string;
  preview: string;
  page: string;
  opened: string;
  templates: string;
  problems: Record<
    'title' | 'faces' | 'free' | 'day' | 'days' | 'count' | 'email' | 'ids' | 'pool' | 'barcode',
    string
  >;
  notForPools: string;
  sections: Record<'texts' | 'validity' | 'delivery' | 'issuer', string>;
  fields: Record<ProductField, string>;
  validities: Record<'unlimited' | 'fixed' | 'days', string>;
  barcodeOf: Record<'number' | 'pin', string>;
  activations: Record<'none' | 'letter' | 'api' | 'pull', string>;
}

export const productLabels: Record<Language, ProductLabels> = {
  ru: {
    title: 'Продукты',
    add: 'Добавить продукт',
    search: 'Название или номер',
    toSuppliers: 'К поставщикам',
    empty: 'Продуктов пока нет: заведите первый на странице поставщика.',
    none: 'Таких продуктов нет.',
    id: 'Номер',
    name: 'Название',
    addresses: 'Адреса магазинов',
    supplier: 'Поставщик',
    brand: 'Бренд',
    scheme: 'Откуда коды',
    schemes: { pool: 'загружаются', platform: 'делаем мы', api: 'выдаёт поставщик' },
    faces: 'Номиналы',
    free: (least, most, step) => `любая сумма от ${least} до ${most}, шаг ${step}`,
    sale: 'Продажа',
    onSale: 'продаётся',
    offSale: 'не продаётся',
    putOn: 'Поставить на продажу',
    takeOff: 'Снять с продажи',
    putOnHint: 'Если включены «четыре глаза», это сначала подтвердит другой человек.',
    saved: 'Сохранено. Проданные сертификаты остались такими, какими их продали.',
    added: 'Продукт заведён.',
    addedOff:
      'Продукт заведён. Продажи начнутся, когда поставщик пройдёт подключение; для теста включите продукт здесь.',
    waits: (approval) => `Ждёт второго человека: решение № ${approval}.`,
    facesLead: 'Отключённый номинал не продаётся, его коды остаются в пуле.',
    newFaces: 'Добавить номиналы, ₽',
    newFacesHint: 'Через пробел: 500 1000 3000.',
    addFaces: 'Добавить',
    dropFace: 'Отключить',
    freeFace: 'Произвольная сумма, ₽',
    freeHint: 'Вида 100-15000/50: от, до и шаг. Только для кодов, которые делаются при продаже.',
    edit: 'Изменить продукт',
    save: 'Сохранить',
    stock: 'Пул кодов',
    look: 'Вид сертификата',
    lookLead:
      'Шаблон страницы, письма, PDF и печати (docs/templates.md). Проданные сертификаты сохраняют свой вид.',
    version: 'Версия',
    since: 'С',
    note: 'Заметка',
    inForce: 'действует',
    plain: 'простой вид',
    template: 'Шаблон, JSON',
    templateHint: 'Пусто — простой вид.',
    publish: 'Применить шаблон',
    noVersions: 'Шаблона нет: сертификаты показывают поля продукта.',
    preview: 'Как это видит получатель',
    page: 'Страница подарка',
    opened: 'Открытый подарок',
    templates: 'Письмо, SMS, черновики, версии рядом и обсуждение',
    problems: {
      title: 'Введите название.',
      faces: 'Номиналы — числа рублей через пробел или запятую.',
      free: 'Вида 100-15000/50: от, до и шаг.',
      day: 'Выберите последний день.',
      days: 'Число дней — от 1 до 3650.',
      count: 'Целое число или пусто.',
      email: 'Это не адрес почты.',
      ids: 'Выберите категории из списка.',
      pool: 'Активируются только коды пула.',
      barcode: 'В номерах, которые делаем мы, есть буквы и нет ПИН: выберите другой штрихкод.',
    },
    notForPools: 'Произвольная сумма бывает только у кодов, которые делаются при продаже.',
    sections: {
      texts: 'Тексты',
      validity: 'Срок действия',
      delivery: 'Коды и доставка',
      issuer: 'Эмитент и поддержка',
    },
    fields: fieldLabels.ru,
    validities: { unlimited: 'без срока', fixed: 'до даты', days: 'дней с доставки' },
    barcodeOf: { number: 'номер', pin: 'ПИН' },
    activations: {
      none: 'не активируются',
      letter: 'письмом',
      api: 'через API',
      pull: 'поставщик забирает сам',
    },
  },
  en: {
    title: 'Products',
    add: 'Add a product',
    search: 'Title or number',
    toSuppliers: 'To the suppliers',
    empty: 'There are no products: add the first on the page of its supplier.',
    none: 'There are no such products.',
    id: 'Number',
    name: 'Title',
    addresses: 'Shop addresses',
    supplier: 'Supplier',
    brand: 'Brand',
    scheme: 'Codes',
    schemes: { pool: 'loaded', platform: 'made by us', api: 'issued by the supplier' },
    faces: 'Face values',
    free: (least, most, step) => `any sum from ${least} to ${most}, by ${step}`,
    sale: 'Sale',
    onSale: 'on sale',
    offSale: 'not on sale',
    putOn: 'Put on sale',
    takeOff: 'Take off sale',
    putOnHint: 'With four eyes, another person approves it first.',
    saved: 'Saved. Certificates that were sold stay as they were sold.',
    added: 'The product is added.',
    addedOff:
      'The product is added. It is sold once the supplier has gone through its onboarding; switch it on here for a test.',
    waits: (approval) => `Waits for another person: approval ${approval}.`,
    facesLead: 'A face value that is off is not sold; its codes stay in the pool.',
    newFaces: 'Add face values, ₽',
    newFacesHint: 'With spaces: 500 1000 3000.',
    addFaces: 'Add',
    dropFace: 'Switch off',
    freeFace: 'Free amount, ₽',
    freeHint:
      'Such as 100-15000/50: least, most and step. Only for codes that are made at the moment of sale.',
    edit: 'Change the product',
    save: 'Save',
    stock: 'Pool of codes',
    look: 'Look of the certificate',
    lookLead:
      'The template of page, letter, PDF and print (docs/templates.md). Certificates that were sold keep their look.',
    version: 'Version',
    since: 'Since',
    note: 'Note',
    inForce: 'in force',
    plain: 'plain design',
    template: 'Template, JSON',
    templateHint: 'Empty: the plain design.',
    publish: 'Use the template',
    noVersions: 'There is no template: certificates show the fields of the product.',
    preview: 'What the recipient sees',
    page: 'Gift page',
    opened: 'Opened gift',
    templates: 'Letter, SMS, drafts, versions side by side and discussion',
    problems: {
      title: 'Enter a title.',
      faces: 'Face values are numbers of roubles with spaces or commas between.',
      free: 'Such as 100-15000/50: least, most and step.',
      day: 'Choose the last day.',
      days: 'A number of days is from 1 to 3650.',
      count: 'A whole number, or empty.',
      email: 'This is no e-mail address.',
      ids: 'Choose categories of the list.',
      pool: 'Only codes of a pool are activated.',
      barcode: 'The numbers that we make have letters and no PIN: choose another barcode.',
    },
    notForPools: 'Only codes that are made at the moment of sale have free amounts.',
    sections: {
      texts: 'Texts',
      validity: 'Validity',
      delivery: 'Codes and delivery',
      issuer: 'Issuer and support',
    },
    fields: fieldLabels.en,
    validities: { unlimited: 'without a limit', fixed: 'until a day', days: 'days from delivery' },
    barcodeOf: { number: 'number', pin: 'PIN' },
    activations: {
      none: 'not activated',
      letter: 'by letter',
      api: 'by API',
      pull: 'the supplier pulls them',
    },
  },
};
