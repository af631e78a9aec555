/** Texts of the pages of shop addresses. */
import type {
  AddressColumn,
  AddressProblem,
  AddressesRead,
} from '../../../catalog/addresses/read-addresses.ts';
import type { Language } from '../../../platform/text/language.ts';

type Why = AddressProblem['why'];

export interface AddressLabels {
  title: string;
  lead: string;
  none: string;
  nothingFound: string;
  search: string;
  find: string;
  columns: Record<Exclude<AddressColumn, 'product_id'>, string>;
  placeHint: string;
  add: string;
  addTitle: string;
  added: string;
  edit: string;
  editTitle: string;
  save: string;
  saved: string;
  remove: string;
  removed: string;
  known: string;
  export: string;
  importTitle: string;
  importHint: string;
  file: string;
  adds: string;
  preview: string;
  previewTitle: string;
  unchanged: string;
  before: string;
  addedCount: string;
  removedCount: string;
  freshOnes: string;
  goneOnes: string;
  more: (count: string) => string;
  repeated: (count: string) => string;
  unread: (names: string) => string;
  import: string;
  imported: (added: string, removed: string) => string;
  late: string;
  back: string;
  why: Record<Why, string>;
  wrongCells: string;
  line: string;
  column: string;
  reason: string;
  fileProblems: Record<
    Exclude<AddressesRead['is'], 'read' | 'wrong' | 'no-columns'> | 'no-file' | 'too-large',
    string
  >;
  missing: (names: string) => string;
}

export const addressLabels: Record<Language, AddressLabels> = {
  ru: {
    title: 'Адреса магазинов',
    lead: 'Где принимают сертификаты этого продукта. Эти адреса отдаёт getAddress, и страница подарка показывает их как «Где потратить».',
    none: 'Адресов пока нет. Добавьте один или загрузите таблицу.',
    nothingFound: 'Таких адресов нет.',
    search: 'Регион, город или улица',
    find: 'Найти',
    columns: { area: 'Регион', locality: 'Город', address: 'Адрес', lat: 'Широта', lon: 'Долгота' },
    placeHint: 'В градусах: 55.7558',
    add: 'Добавить',
    addTitle: 'Добавить адрес',
    added: 'Адрес добавлен.',
    edit: 'Изменить',
    editTitle: 'Адрес магазина',
    save: 'Сохранить',
    saved: 'Адрес изменён.',
    remove: 'Удалить адрес',
    removed: 'Адрес удалён.',
    known: 'Такой адрес у продукта уже есть.',
    export: 'Скачать',
    importTitle: 'Загрузить таблицу',
    importHint:
      'CSV или XLSX со столбцами: регион, город, адрес, широта, долгота. Сначала покажем, что изменится.',
    file: 'Таблица',
    adds: 'Только добавить: адреса, которых нет в таблице, остаются',
    preview: 'Посмотреть изменения',
    previewTitle: 'Что изменится',
    unchanged: 'Таблица ничего не меняет: все её адреса уже есть.',
    before: 'Было',
    addedCount: 'Добавится',
    removedCount: 'Удалится',
    freshOnes: 'Добавятся',
    goneOnes: 'Удалятся',
    more: (count) => `и ещё ${count}`,
    repeated: (count) => `Строки, которые повторяются, считаются один раз: ${count}.`,
    unread: (names) => `Столбцы, которые не читаются: ${names}.`,
    import: 'Загрузить',
    imported: (added, removed) => `Загружено. Добавлено: ${added}, удалено: ${removed}.`,
    late: 'Список тем временем изменился, или таблица уже загружена. Ничего не сделано: посмотрите изменения ещё раз.',
    back: 'Назад к адресам',
    why: {
      empty: 'пусто',
      malformed: 'не читается',
      'too-long': 'слишком длинно',
      'other-product': 'другой продукт',
    },
    wrongCells: 'Ничего не загружено: в таблице есть неверные ячейки.',
    line: 'Строка',
    column: 'Столбец',
    reason: 'Что не так',
    fileProblems: {
      empty: 'В таблице нет адресов.',
      'too-many': 'В таблице больше 20 000 адресов.',
      'no-file': 'Выберите файл.',
      'too-large': 'Файл больше 5 МБ.',
    },
    missing: (names) => `В первой строке нет столбцов: ${names}.`,
  },
  en: {
    title: 'Shop addresses',
    lead: 'Where certificates of this product are accepted. getAddress answers these addresses, and the gift page shows them as “Where to spend”.',
    none: 'There are no addresses yet. Add one, or import a table.',
    nothingFound: 'There are no such addresses.',
    search: 'Region, town or street',
    find: 'Find',
    columns: { area: 'Region', locality: 'Town', address: 'Address', lat: 'Latitude', lon: 'Longitude' },
    placeHint: 'In degrees: 55.7558',
    add: 'Add',
    addTitle: 'Add an address',
    added: 'The address is added.',
    edit: 'Change',
    editTitle: 'Shop address',
    save: 'Save',
    saved: 'The address is changed.',
    remove: 'Remove the address',
    removed: 'The address is removed.',
    known: 'The product has this address already.',
    export: 'Download',
    importTitle: 'Import a table',
    importHint:
      'CSV or XLSX with the columns region, town, address, latitude, longitude. First you see what changes.',
    file: 'Table',
    adds: 'Only add: addresses that are not in the table stay',
    preview: 'Preview the changes',
    previewTitle: 'What changes',
    unchanged: 'The table changes nothing: all of its addresses are there.',
    before: 'Before',
    addedCount: 'To be added',
    removedCount: 'To be removed',
    freshOnes: 'To be added',
    goneOnes: 'To be removed',
    more: (count) => `and ${count} more`,
    repeated: (count) => `Rows that are there twice count once: ${count}.`,
    unread: (names) => `Columns that are not read: ${names}.`,
    import: 'Import',
    imported: (added, removed) => `Imported. Added: ${added}, removed: ${removed}.`,
    late: 'The list has changed meanwhile, or the table is imported already. Nothing is done: preview the changes again.',
    back: 'Back to the addresses',
    why: {
      empty: 'empty',
      malformed: 'cannot be read',
      'too-long': 'too long',
      'other-product': 'another product',
    },
    wrongCells: 'Nothing is imported: the table has wrong cells.',
    line: 'Line',
    column: 'Column',
    reason: 'What is wrong',
    fileProblems: {
      empty: 'The table has no addresses.',
      'too-many': 'The table has more than 20,000 addresses.',
      'no-file': 'Choose a file.',
      'too-large': 'The file has more than 5 MB.',
    },
    missing: (names) => `The first row does not name these columns: ${names}.`,
  },
};
