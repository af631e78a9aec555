/** What the export of sold codes says. */
import { mostExportedCodes } from '../../../acts/guarded/export-codes.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Проданные коды',
  lead: 'Файл с открытыми кодами: у кого он есть, тот может их погасить. Каждый код записывается как просмотренный.',
  take: 'Выгрузить',
  first: 'С дня',
  last: 'По день, он должен закончиться',
  reason: 'Зачем нужен файл',
  reasonHint: 'Останется в журнале; прочтёт тот, кто решает.',
  given: 'Второй человек разрешил. Файл скачивается один раз, до',
  waits: 'Второй человек ещё не решил; просьба ждёт до',
  period: (first: string, last: string) => `Дни: ${first} – ${last}.`,
  asked: 'Второго человека попросили. Когда он разрешит, скачайте файл на этой же странице.',
  problems: {
    period: 'Назовите первый и последний день.',
    reason: 'Назовите причину.',
    none: 'В эти дни ничего не продано.',
    'too-many': `В эти дни продано больше ${formatCount(mostExportedCodes, 'ru')} кодов: выберите меньше дней.`,
    'not-over': 'Последний день ещё не закончился.',
    'not-asked': 'Попросить сейчас нельзя: слишком много решений уже ждёт.',
  },
};

const en: typeof ru = {
  title: 'Sold codes',
  lead: 'A file with open codes: whoever has it can redeem them. Each code is recorded as opened.',
  take: 'Export',
  first: 'First day',
  last: 'Last day; it must be over',
  reason: 'What the file is needed for',
  reasonHint: 'Stays in the audit, and is read by whoever decides.',
  given: 'The second person agreed. The file is downloaded once, until',
  waits: 'The second person has not decided yet; the request waits until',
  period: (first, last) => `Days: ${first} – ${last}.`,
  asked: 'A second person was asked. Once they agree, download the file on this page.',
  problems: {
    period: 'Name the first and the last day.',
    reason: 'Name the reason.',
    none: 'Nothing was sold in these days.',
    'too-many': `More than ${formatCount(mostExportedCodes, 'en')} codes were sold in these days: choose fewer.`,
    'not-over': 'The last day is not over yet.',
    'not-asked': 'It cannot be asked for now: too many decisions are waiting.',
  },
};

export const soldCodesLabels: Record<Language, typeof ru> = { ru, en };
