/** What `/s/start` says. */
import type { Language } from '../../../platform/text/language.ts';

interface StartLabels {
  title: string;
  selling: string;
  lead: string;
  questionnaire: string;
  schemeAct: string;
  schemeTitle: string;
  schemeLead: string;
  templateAct: string;
  preview: string;
  version: string;
  plain: string;
  tillAct: string;
  testOrder: string;
  till: string;
  ownTill: string;
  notOurTill: string;
  codes: string;
  activation: string;
  tills: string;
  integration: string;
  save: string;
  submit: string;
  saved: string;
  submitted: string;
  agreed: string;
  changed: string;
  written: string;
  attach: string;
  file: string;
  fileHint: (megabytes: number, count: number, extensions: string) => string;
  remove: string;
  attached: string;
  removed: string;
  fileErrors: Record<'empty' | 'too-large' | 'bad-type' | 'too-many', string>;
}

export const startLabels: Record<Language, StartLabels> = {
  ru: {
    title: 'Подключение',
    selling: 'Здесь всё пройдено: подключать больше нечего.',
    lead: 'Шаги до первой продажи. Каждый говорит, чей сейчас ход; когда очередь переходит к вам, приходит письмо.',
    questionnaire: 'Открыть анкету',
    schemeAct: 'Выбрать схему',
    schemeTitle: 'Передача и активация кодов',
    schemeLead:
      'Выберите, как коды попадают на платформу и как становятся действительными. Выбор можно поменять: тогда тестирование пройдёт заново.',
    templateAct: 'Согласовать шаблон',
    preview: 'Посмотреть шаблоны',
    version: 'версия',
    plain: 'обычное оформление',
    tillAct: 'Приняли на нашей кассе',
    testOrder: 'Заказ с тестовым сертификатом',
    till: 'Открыть кассу',
    ownTill: 'Если его приняла ваша собственная касса и платформа погашения не видит, подтвердите его здесь.',
    notOurTill:
      'Ваши коды гасит ваша собственная касса: проведите на ней тестовый сертификат и подтвердите это здесь. Если вы хотите гасить их на нашей странице «Касса», напишите оператору ниже: он это включит.',
    codes: 'Файлы с кодами',
    activation: 'Списки на активацию',
    tills: 'Кассы и магазины',
    integration: 'Доступ и журнал вызовов',
    save: 'Сохранить',
    submit: 'Передать на проверку',
    saved: 'Сохранено. Передайте анкету, когда заполните всё.',
    submitted: 'Анкета передана. Мы напишем, когда её проверят.',
    agreed: 'Записано.',
    changed: 'Тем временем это изменилось. Посмотрите ещё раз.',
    written: 'Отправлено.',
    attach: 'Приложить',
    file: 'Файл',
    fileHint: (megabytes, count, extensions) =>
      `До ${megabytes} МБ, не больше ${count} файлов: ${extensions}. Файлы с кодами сюда не кладите.`,
    remove: 'Убрать',
    attached: 'Файл приложен.',
    removed: 'Файл убран.',
    fileErrors: {
      empty: 'Выберите файл.',
      'too-large': 'Файл слишком большой.',
      'bad-type': 'Такие файлы не принимаются, или содержимое не такое, как говорит имя.',
      'too-many': 'Файлов уже слишком много.',
    },
  },
  en: {
    title: 'Onboarding',
    selling: 'Everything is done here: there is nothing left to set up.',
    lead: 'The steps to the first sale. Each says whose turn it is; when it becomes yours, a letter comes.',
    questionnaire: 'Open the questionnaire',
    schemeAct: 'Choose the scheme',
    schemeTitle: 'Transfer and activation of codes',
    schemeLead:
      'Choose how codes get to the platform and become valid. You can change it later; then the test is done again.',
    templateAct: 'Agree to the template',
    preview: 'See the templates',
    version: 'version',
    plain: 'plain design',
    tillAct: 'Accepted at our till',
    testOrder: 'Order of the test certificate',
    till: 'Open the till',
    ownTill: 'If your own till accepted it and the platform does not see the redemption, confirm it here.',
    notOurTill:
      'Your codes are redeemed at your own till: accept the test certificate there and confirm it here. If you want to redeem them at our page “Till”, write to the operator below, who switches it on.',
    codes: 'Files of codes',
    activation: 'Lists to activate',
    tills: 'Tills and shops',
    integration: 'Access and log of calls',
    save: 'Save',
    submit: 'Hand it in',
    saved: 'Saved. Hand it in when everything is filled in.',
    submitted: 'The questionnaire is handed in. We write when it was looked at.',
    agreed: 'Noted.',
    changed: 'It has changed meanwhile. Please look again.',
    written: 'Sent.',
    attach: 'Attach',
    file: 'File',
    fileHint: (megabytes, count, extensions) =>
      `Up to ${megabytes} MB, not more than ${count} files: ${extensions}. Never attach files with codes.`,
    remove: 'Remove',
    attached: 'The file is attached.',
    removed: 'The file was removed.',
    fileErrors: {
      empty: 'Choose a file.',
      'too-large': 'The file is too large.',
      'bad-type': 'Such files are not accepted, or the content is not what the name says.',
      'too-many': 'There are too many files already.',
    },
  },
};
