/** Why a file with codes is not taken; none quotes it. */
import { tableReasons } from '../../platform/spreadsheet/table-reasons.ts';
import { reasonsOf, type ReasonOf } from '../../platform/text/reasons.ts';

export const fileReasons = reasonsOf({
  ...tableReasons.texts,
  'empty-file': { en: 'the file is empty', ru: 'файл пуст' },
  'empty-table': { en: 'the table is empty', ru: 'таблица пуста' },
  'no-table-file': {
    en: 'the file is neither an XLSX workbook nor a CSV table',
    ru: 'это не книга XLSX и не таблица CSV',
  },
  protected: {
    en: 'the workbook is protected by a password: send it without one',
    ru: 'книга защищена паролем: пришлите без пароля',
  },
  xls: {
    en: 'the workbook is of the old form .xls: save it as .xlsx or CSV',
    ru: 'книга старого вида .xls: сохраните как .xlsx или CSV',
  },
  macros: {
    en: 'workbooks with macros are not taken: save it as .xlsx',
    ru: 'книги с макросами не принимаются: сохраните как .xlsx',
  },
  damaged: { en: 'the workbook is damaged', ru: 'книга повреждена' },
  bomb: {
    en: 'the workbook unpacks to far more than a table of codes would',
    ru: 'книга слишком велика, когда распакована',
  },
  archive: { en: 'the file is an archive and no workbook', ru: 'это архив, а не книга' },
  'not-read': { en: 'the file can not be read', ru: 'файл не читается' },
  'mail-too-slow': {
    en: 'the files before it in this mail took too long to read',
    ru: 'файлы перед ним в письме читались слишком долго',
  },
  'sender-too-slow': {
    en: 'the files of this sender took too long to read in the last hour: send it again later',
    ru: 'файлы этого отправителя за последний час читались слишком долго: пришлите позже ещё раз',
  },
});

export type FileReason = ReasonOf<typeof fileReasons>;
