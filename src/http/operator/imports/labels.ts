/** What `/o/imports` says. */
import type { Language } from '../../../platform/text/language.ts';

export interface ImportLabels {
  title: string;
  lead: string;
  upload: string;
  file: string;
  hint: (megabytes: number) => string;
  scheme: string;
  schemes: Record<'pool' | 'platform' | 'api', string>;
  taken: string;
  rules: Record<'refuse' | 'skip' | 'renumber', string>;
  overwrite: string;
  send: string;
  none: string;
  list: string;
  number: string;
  at: string;
  by: string;
  state: string;
  states: Record<
    'previewing' | 'importing' | 'preview' | 'done' | 'taken' | 'wrong' | 'changed' | 'discarded' | 'failed',
    string
  >;
  working: string;
  products: string;
  added: string;
  changed: string;
  kept: string;
  faces: string;
  facesOff: string;
  suppliers: string;
  categories: string;
  skipped: string;
  renumbered: string;
  withoutFaces: string;
  confirm: string;
  confirmLead: string;
  discard: string;
  again: string;
  changedLead: string;
  takenLead: string;
  wrongLead: (total: number) => string;
  unreadable: string;
  broken: string;
  forbidden: string;
  done: string;
  changes: (shown: number, total: number) => string;
  nothing: string;
  product: string;
  productId: string;
  field: string;
  before: string;
  after: string;
  isNew: string;
  reason: string;
  downloadWrong: string;
  downloadChanges: string;
  asked: string;
  discarded: string;
  late: string;
  fourEyes: string;
  problems: Record<'no-file' | 'too-large' | 'too-many' | 'busy', string>;
}

export const importLabels: Record<Language, ImportLabels> = {
  ru: {
    title: 'Импорт каталога',
    lead: 'Файл JSON в виде ответа getProducts. Сначала видно всё, что изменится; продукты, которых нет в файле, не меняются.',
    upload: 'Загрузить каталог',
    file: 'Файл JSON',
    hint: (megabytes) => `До ${megabytes} МБ; больший — командой catalog import.`,
    scheme: 'Откуда коды новых продуктов',
    schemes: { platform: 'делаем мы', pool: 'загружаются', api: 'выдаёт поставщик' },
    taken: 'Если номер занят другим продуктом',
    rules: {
      refuse: 'ничего не импортировать',
      skip: 'пропустить такие продукты',
      renumber: 'дать им новые номера',
    },
    overwrite: 'Заменить и то, что изменено здесь',
    send: 'Посмотреть, что изменится',
    none: 'Каталогов ещё не загружали.',
    list: 'Загруженные каталоги',
    number: 'Импорт',
    at: 'Когда',
    by: 'Кто',
    state: 'Состояние',
    states: {
      previewing: 'проверяется',
      importing: 'импортируется',
      preview: 'ждёт решения',
      done: 'импортирован',
      taken: 'номера заняты',
      wrong: 'есть ошибки',
      changed: 'каталог изменился',
      discarded: 'отложен',
      failed: 'не прочитан',
    },
    working: 'Это займёт несколько секунд, страница обновится сама.',
    products: 'Продуктов в файле',
    added: 'новых',
    changed: 'новых или изменённых',
    kept: 'сохраняют изменённое здесь',
    faces: 'Номиналов',
    facesOff: 'номиналов отключится',
    suppliers: 'новых поставщиков',
    categories: 'новых категорий',
    skipped: 'Пропущены, номер занят',
    renumbered: 'Под новыми номерами',
    withoutFaces: 'Без номиналов, их не заказать',
    confirm: 'Импортировать',
    confirmLead:
      'Выполнится ровно то, что показано; если каталог тем временем изменится, ничего не произойдёт.',
    discard: 'Отложить',
    again: 'Проверить ещё раз',
    changedLead: 'Каталог изменился после проверки. Ничего не импортировано: проверьте ещё раз.',
    takenLead: 'Номера из файла заняты другими продуктами. Ничего не импортировано.',
    wrongLead: (total) => `Ничего не импортировано, ошибок: ${total}.`,
    unreadable: 'Это не JSON в UTF-8.',
    broken: 'Импорт прервался несколько раз подряд. Ничего не импортировано.',
    forbidden: 'Больше нет права менять каталог. Ничего не импортировано.',
    done: 'Каталог импортирован.',
    changes: (shown, total) => (shown < total ? `Изменения: ${shown} из ${total}` : `Изменения: ${total}`),
    nothing: 'Ничего не изменится.',
    product: 'Продукт',
    productId: 'Номер продукта',
    field: 'Поле',
    before: 'Было',
    after: 'Станет',
    isNew: 'новый',
    reason: 'Что не так',
    downloadWrong: 'Скачать ошибки, CSV',
    downloadChanges: 'Скачать изменения, CSV',
    asked: 'Импорт начат.',
    discarded: 'Файл удалён, ничего не импортировано.',
    late: 'Это уже решено: посмотрите ещё раз.',
    fourEyes: 'Если включены «четыре глаза», новые продукты сначала не продаются.',
    problems: {
      'no-file': 'Выберите файл.',
      'too-large': 'Файл слишком большой.',
      'too-many': 'Слишком много каталогов ждут решения: отложите лишние.',
      busy: 'Сейчас загружают слишком много файлов: повторите через минуту.',
    },
  },
  en: {
    title: 'Import of a catalogue',
    lead: "A JSON file in the shape of getProducts' answer. All that would change is seen first; products that are not in the file do not change.",
    upload: 'Upload a catalogue',
    file: 'JSON file',
    hint: (megabytes) => `Up to ${megabytes} MB; a larger one by the command catalog import.`,
    scheme: 'Codes of new products',
    schemes: { platform: 'made by us', pool: 'loaded', api: 'issued by the supplier' },
    taken: 'If another product has the number',
    rules: {
      refuse: 'import nothing',
      skip: 'leave such products out',
      renumber: 'give them new numbers',
    },
    overwrite: 'Replace what was changed here, too',
    send: 'See what would change',
    none: 'No catalogue was uploaded yet.',
    list: 'Uploaded catalogues',
    number: 'Import',
    at: 'When',
    by: 'Who',
    state: 'State',
    states: {
      previewing: 'being checked',
      importing: 'being imported',
      preview: 'waits for a decision',
      done: 'imported',
      taken: 'numbers are taken',
      wrong: 'has errors',
      changed: 'the catalogue has changed',
      discarded: 'discarded',
      failed: 'not read',
    },
    working: 'It takes some seconds; the page renews itself.',
    products: 'Products in the file',
    added: 'new',
    changed: 'new or changed',
    kept: 'keep what was changed here',
    faces: 'Face values',
    facesOff: 'face values go off',
    suppliers: 'new suppliers',
    categories: 'new categories',
    skipped: 'Left out, the number is taken',
    renumbered: 'Under new numbers',
    withoutFaces: 'Without face values, nobody can order them',
    confirm: 'Import',
    confirmLead: 'Exactly what is shown is done; if the catalogue changes meanwhile, nothing happens.',
    discard: 'Discard',
    again: 'Check again',
    changedLead: 'The catalogue has changed since the check. Nothing is imported: check again.',
    takenLead: 'Other products have numbers of the file. Nothing is imported.',
    wrongLead: (total) => `Nothing is imported, errors: ${total}.`,
    unreadable: 'This is no JSON in UTF-8.',
    broken: 'The import broke off several times. Nothing is imported.',
    forbidden: 'There is no right to change the catalogue any more. Nothing is imported.',
    done: 'The catalogue is imported.',
    changes: (shown, total) => (shown < total ? `Changes: ${shown} of ${total}` : `Changes: ${total}`),
    nothing: 'Nothing would change.',
    product: 'Product',
    productId: 'Number of the product',
    field: 'Field',
    before: 'Before',
    after: 'After',
    isNew: 'new',
    reason: 'What is wrong',
    downloadWrong: 'Download the errors, CSV',
    downloadChanges: 'Download the changes, CSV',
    asked: 'The import has begun.',
    discarded: 'The file is deleted, nothing is imported.',
    late: 'This was decided meanwhile: look again.',
    fourEyes: 'With four eyes, new products are off sale at first.',
    problems: {
      'no-file': 'Choose a file.',
      'too-large': 'The file is too large.',
      'too-many': 'Too many catalogues wait for a decision: discard some.',
      busy: 'Too many files are being uploaded: repeat it in a minute.',
    },
  },
};
