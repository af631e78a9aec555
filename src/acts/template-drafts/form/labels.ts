/** What the form of a template says. */
import type { Language } from '../../../platform/text/language.ts';
import type { SamplePart } from '../templates-data.ts';
import type { FieldGroup } from '../../../certificates/templates/template-fields.ts';

const ru = {
  title: 'Шаблон',
  lead: 'Каждое изменение сразу видно в предпросмотре. Сохранённое становится черновиком: в продаже ничего не меняется, пока оператор его не применит.',
  basis: 'За основу взято',
  hints: {
    colours:
      'Пусто — обычный цвет. Для тёмной темы достаточно основного цвета светлой: он осветлится сам. Текст должен читаться: контраст не ниже 4,5.',
    picture: 'На странице подарка, в письме и в PDF. Проданные сертификаты сохраняют свою.',
    blocks: 'Номер — место по порядку. Номинал, срок, условия, номер заказа и поддержка видны всегда.',
    barcode:
      'Номер — {{number}}, ПИН — {{pin}}, между ними можно поставить знаки: {{number}}-{{pin}}. Код, который в штрихкод не помещается, рисуется другим видом.',
    words: 'Пусто — как обычно.',
    letter:
      'Пусто — как обычно. Значения: {{ recipient }}, {{ sender }}, {{ greeting }}, {{ title }}, {{ face }}, {{ expiry }}, {{ order_number }}; условие: {% if sender %} от {{ sender }}{% endif %}. Кода в тексте не бывает.',
    greetings: 'Их могут предлагать магазины. Чтобы убрать поздравление, сотрите его.',
    terms: 'Вместо условий продукта. Остаются списки, абзацы, выделение и ссылки.',
  } satisfies Record<FieldGroup, string>,
  asProduct: 'как у продукта',
  hidden: 'не показывать',
  otherPicture: 'другой адрес',
  keptPicture: (number: number) => `загруженная картинка ${number}`,
  upload: 'Загрузить и выбрать',
  uploaded: 'Картинка загружена и выбрана. Черновик ещё не сохранён.',
  palette: (name: string) => `${name}: выбрать цвет`,
  note: 'Заметка для обсуждения',
  save: 'Сохранить черновик',
  saveOwn: 'Сохранить своим черновиком',
  saved: 'Черновик сохранён; в продаже ничего не изменилось.',
  savedBeside: (other: number) =>
    `Черновик сохранён. С той же версии начат и черновик ${other}: сравните их.`,
  unchanged: 'Ничего не изменено: сохранять нечего.',
  overtaken: (name: string, draft: number) =>
    `Пока вы правили, вместо этого черновика появился черновик ${draft}, автор — ${name}. Ваши изменения на месте.`,
  decided: 'Пока вы правили, этот черновик применили или отложили. Ваши изменения на месте.',
  compare: 'Посмотреть, что сохранено',
  tooLong: 'Форма слишком длинная: сократите тексты.',
  preview: 'Предпросмотр',
  renew: 'Показать изменения',
  toPreview: 'К предпросмотру',
  part: 'Что показать',
  parts: { page: 'страница подарка', opened: 'открытый подарок', letter: 'письмо' } satisfies Record<
    SamplePart,
    string
  >,
  to: 'Язык',
  width: 'Экран',
  widths: { phone: 'телефон', desktop: 'компьютер' },
  scheme: 'Тема',
  schemes: { light: 'светлая', dark: 'тёмная' },
  pdf: 'PDF с этими изменениями',
  frame: 'Предпросмотр сертификата',
  renewed: 'Предпросмотр обновлён.',
  held: (count: string) => `Не показано: ${count}. В предпросмотре — последнее верное.`,
  away: 'Предпросмотр не обновлён: сервер не ответил или вход закончился. Набранное остаётся здесь: войдите в соседней вкладке и попробуйте снова.',
  wrong: 'Так показать нельзя',
  subject: 'Тема',
  json: 'JSON, для программ',
  jsonLead:
    'Тот же шаблон файлом: для команд и для переноса между продуктами. Проверяется так же, как форма.',
  file: 'Скачать файл',
  pasted: 'Шаблон, JSON',
  pastedHint: 'Пусто — простой вид.',
  orFile: 'Или файл',
  saveFile: 'Сохранить черновиком',
};

export type EditorLabels = typeof ru;

export const editorLabels: Record<Language, EditorLabels> = {
  ru,
  en: {
    title: 'Template',
    lead: 'Every change is seen in the preview at once. What you save becomes a draft: nothing that is sold changes until the operator puts it in force.',
    basis: 'Begun with',
    hints: {
      colours:
        'Empty: the usual colour. The dark theme follows from the accent of the light one, made lighter. Text has to be readable: a contrast of at least 4.5.',
      picture: 'On the gift page, in the letter and the PDF. Certificates that were sold keep theirs.',
      blocks:
        'The number is the place in the order. Face value, validity, terms, order number and support are always shown.',
      barcode:
        'The number is {{number}}, the PIN {{pin}}, with signs between them if you like: {{number}}-{{pin}}. A code that does not fit is drawn as another kind.',
      words: 'Empty: as usual.',
      letter:
        'Empty: as usual. Values: {{ recipient }}, {{ sender }}, {{ greeting }}, {{ title }}, {{ face }}, {{ expiry }}, {{ order_number }}; a condition: {% if sender %} from {{ sender }}{% endif %}. The code is never in a text.',
      greetings: 'Shops can offer them. To remove a greeting, empty it.',
      terms: 'Instead of the terms of the product. Lists, paragraphs, emphasis and links are kept.',
    },
    asProduct: 'as the product',
    hidden: 'hidden',
    otherPicture: 'another address',
    keptPicture: (number) => `uploaded picture ${number}`,
    upload: 'Upload and choose',
    uploaded: 'The picture is uploaded and chosen. The draft is not saved yet.',
    palette: (name) => `${name}: choose a colour`,
    note: 'Note for the discussion',
    save: 'Save the draft',
    saveOwn: 'Save as a draft of its own',
    saved: 'The draft is saved; nothing that is sold has changed.',
    savedBeside: (other) =>
      `The draft is saved. Draft ${other} was begun with the same version: compare them.`,
    unchanged: 'Nothing is changed: there is nothing to save.',
    overtaken: (name, draft) =>
      `While you were editing, ${name} saved draft ${draft} in its place. Your changes are still here.`,
    decided: 'While you were editing, this draft was put in force or discarded. Your changes are still here.',
    compare: 'See what was saved',
    tooLong: 'The form is too long: shorten the texts.',
    preview: 'Preview',
    renew: 'Show the changes',
    toPreview: 'To the preview',
    part: 'What to show',
    parts: { page: 'the gift page', opened: 'the opened gift', letter: 'the letter' },
    to: 'Language',
    width: 'Screen',
    widths: { phone: 'phone', desktop: 'desktop' },
    scheme: 'Theme',
    schemes: { light: 'light', dark: 'dark' },
    pdf: 'PDF with these changes',
    frame: 'Preview of the certificate',
    renewed: 'The preview is up to date.',
    held: (count) => `Not shown: ${count}. The preview has what was right last.`,
    away: 'The preview was not renewed: the server did not answer, or you are signed out. What you typed stays here: sign in in another tab and try again.',
    wrong: 'This cannot be shown',
    subject: 'Subject',
    json: 'JSON, for programs',
    jsonLead:
      'The same template as a file: for commands, and to carry it to another product. It is judged as the form is.',
    file: 'Download the file',
    pasted: 'Template, JSON',
    pastedHint: 'Empty: the plain design.',
    orFile: 'Or a file',
    saveFile: 'Save as a draft',
  },
};
