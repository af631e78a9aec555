/** What the pages of a client's bulk orders say. */
import { bulkStoryLabels } from '../../../orders/bulk/bulk-labels.ts';
import type { BulkProblem } from '../../../orders/bulk/bulk-order.ts';
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  ...bulkStoryLabels.ru,
  lead: 'Размещает их клиент или, по его просьбе, администратор. Остановить или отменить заказ может и поддержка.',
  none: 'Массовых заказов у клиента не было.',
  paused: { person: 'Приостановлен вручную.', 'no-funds': 'Остановлен: клиенту не хватает средств.' },
  confirmed: 'Подтверждён',
  ended: 'Завершён',
  cancel: 'Отменить остальное',
  cancelAll: 'Отменить заказ',
  pauseDone: 'Приостановлен. Уже заказанное выпускается как обычно.',
  cancelDone: 'Отменён. Уже заказанное остаётся заказанным.',
  order: 'Заказ',
  problems: {
    unreadable: 'Файл не удалось прочитать.',
    'no-columns': 'Не найдены нужные столбцы.',
    empty: 'В таблице нет строк.',
    'too-long': 'Слишком много строк.',
    'wrong-lines': 'В строках есть ошибки, ничего не заказано.',
    incomplete: 'Пришли не все части.',
  } satisfies Record<BulkProblem, string>,
};

export type ClientBulkLabels = typeof ru;

const en: ClientBulkLabels = {
  ...bulkStoryLabels.en,
  lead: 'The client places them, or an administrator when the client asks for it. Support can stop or cancel one too.',
  none: 'This client had no bulk orders.',
  paused: { person: 'Somebody paused it.', 'no-funds': 'It stopped: the client lacks funds.' },
  confirmed: 'Confirmed',
  ended: 'Ended',
  cancel: 'Cancel the rest',
  cancelAll: 'Cancel the order',
  pauseDone: 'Paused. What is ordered is issued as usual.',
  cancelDone: 'Cancelled. What is ordered stays ordered.',
  order: 'Order',
  problems: {
    unreadable: 'The file could not be read.',
    'no-columns': 'Columns that are needed were not found.',
    empty: 'The sheet has no lines.',
    'too-long': 'There are too many lines.',
    'wrong-lines': 'Lines are wrong; nothing was ordered.',
    incomplete: 'Not all parts have arrived.',
  },
};

export const clientBulkLabels: Record<Language, ClientBulkLabels> = { ru, en };
