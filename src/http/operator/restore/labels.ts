/** What `/o/restore` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'После восстановления базы',
  none: 'База не восстанавливалась: откладывать нечего.',
  banner: (from: string, until: string) =>
    `База восстановлена из копии: что продано и отправлено с ${from} до ${until}, здесь неизвестно. Отложенное ждёт решения.`,
  toPage: 'Решить',
  lead: 'Коды, заказы и сообщения ниже могли быть проданы и отправлены в потерянное время. Пока никто не решил, они не продаются и не уходят. Спросите клиентов, какие коды они получили.',
  facts: {
    lost: 'Потерянное время',
    begun: 'Охрана с',
    codes: 'Отложено кодов',
    orders: 'Задержано заказов',
    messages: 'Задержано писем и СМС',
    exchanges: 'Вызовов поставщиков под сомнением',
    erasures: 'Стирания за это время',
  },
  erasuresMissing: 'Ещё не запрошены снова: команда facevalue restored erasures ФАЙЛ',
  codes: 'Отложенные коды',
  codesHint:
    'Список проданных кодов загружает команда facevalue restored codes файл --product номер --sold. Здесь решают обо всех оставшихся кодах продукта. То, что код не погашен у поставщика, не значит, что он не продан.',
  columns: { product: 'Продукт', face: 'Номиналы', codes: 'Кодов', say: 'Оставшиеся' },
  sold: 'Проданы',
  unsold: 'Не проданы',
  orders: (count: string) => `Заказы, что ждали в очереди или были отложены: ${count}`,
  ordersHint:
    'Каждый мог быть выпущен в потерянное время. Выпущенный тогда отмените на его странице до того, как отпустить остальные.',
  issue: 'Отпустить все',
  messages: (count: string) => `Письма и СМС, которым было пора: ${count}`,
  messagesHint: 'Каждое могло уйти. Журнал почтового сервера скажет, ушли ли они.',
  send: 'Отправить все',
  drop: 'Не отправлять',
  limits: (count: string) => `Запас по месячным лимитам брендов: ${count}`,
  limitsHint: 'Засчитан как израсходованный, пока поставщик не назовёт свои числа.',
  keep: 'Оставить засчитанным',
  giveBack: 'Вернуть',
  end: 'Снять охрану',
  endHint: 'Ничего отложенного не осталось.',
  done: (count: string) => `Готово: ${count}.`,
  ended: 'Охрана снята.',
  stillOpen: 'Ещё не всё решено.',
};

export type RestoreLabels = typeof ru;

const en: RestoreLabels = {
  title: 'After the restore of the database',
  none: 'The database was not restored: nothing is set aside.',
  banner: (from, until) =>
    `The database was restored from a backup: what was sold and sent from ${from} to ${until} is unknown here. What is set aside waits for a decision.`,
  toPage: 'Decide',
  lead: 'The codes, orders and messages below may have been sold and sent in the lost time. Until somebody decides, they are not sold and do not go out. Ask the clients which codes they got.',
  facts: {
    lost: 'Lost time',
    begun: 'Guarded since',
    codes: 'Codes set aside',
    orders: 'Orders held',
    messages: 'Letters and texts held',
    exchanges: 'Calls to suppliers in doubt',
    erasures: 'Erasures of that time',
  },
  erasuresMissing: 'Not asked again yet: the command facevalue restored erasures FILE',
  codes: 'Codes set aside',
  codesHint:
    'A list of sold codes is read by the command facevalue restored codes file --product id --sold. Here you decide on all remaining codes of a product. That a supplier has not seen a code used does not prove that it was not sold.',
  columns: { product: 'Product', face: 'Faces', codes: 'Codes', say: 'The rest' },
  sold: 'Were sold',
  unsold: 'Were not sold',
  orders: (count) => `Orders that were queued or delayed: ${count}`,
  ordersHint:
    'Each may have been issued in the lost time. Cancel those that were at their pages, before you release the others.',
  issue: 'Release all',
  messages: (count) => `Letters and texts that were due: ${count}`,
  messagesHint: 'Each may have been sent. The log of the mail server says whether it was.',
  send: 'Send all',
  drop: 'Do not send',
  limits: (count) => `Margins of brands’ monthly limits: ${count}`,
  limitsHint: 'Counted as used until the supplier gives its own figures.',
  keep: 'Keep them counted',
  giveBack: 'Give back',
  end: 'End the guard',
  endHint: 'Nothing is set aside any more.',
  done: (count) => `Done: ${count}.`,
  ended: 'The guard is over.',
  stillOpen: 'Not everything is decided yet.',
};

export const restoreLabels: Record<Language, RestoreLabels> = { ru, en };
