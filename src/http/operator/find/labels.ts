/** What `/o/find` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Найти',
  hint: 'Поле поиска стоит в верхней строке каждой страницы. В нём ищут по номеру заказа или запроса, uuid, external_id, почте или телефону, клиенту, поставщику, продукту, имени сотрудника или самому коду. Код нигде не показывается и не попадает в адрес страницы.',
  nothing:
    'Ничего не нашлось. Код ищется целиком, заказ последних минут по почте или телефону появляется сразу.',
  codesLater: (minutes: number) =>
    `Поиск по кодам приостановлен: слишком много запросов ничего не нашли. Снова можно через ${minutes} мин.`,
  orders: 'Заказы',
  number: 'Запрос',
  client: 'Клиент',
  product: 'Продукт',
  face: 'Номинал',
  accepted: 'Принят',
  state: 'Состояние',
  clients: 'Клиенты',
  suppliers: 'Поставщики',
  products: 'Продукты',
  people: 'Люди',
  more: 'Показаны первые, уточните запрос.',
  code: 'Код найден',
  codeState: 'Где он',
  codeStates: {
    free: 'в пуле, не продан',
    sold: 'продан',
    blocked: 'заблокирован',
  } as Record<string, string>,
  inactive: 'ещё не активирован',
  supplier: 'Поставщик',
  codeId: 'Номер кода в хранилище',
  order: 'Заказ',
  sold: 'Продан',
  expires: 'Действует до',
  redeemed: 'Погашен',
  notRedeemed: 'нет',
  inPart: (left: string) => `частично, осталось ${left}`,
  opened: 'Кто открывал',
  neverOpened: 'Никто не открывал.',
};

export type FindLabels = typeof ru;

const en: FindLabels = {
  title: 'Find',
  hint: 'The field is in the top line of every page. It finds a number of an order or request, uuid, external_id, mail or phone, a client, supplier, product, a person’s name, or a code itself. The code is shown nowhere and is in no address.',
  nothing:
    'Nothing was found. A code is found only whole; orders of the last minutes are found by mail or phone too.',
  codesLater: (minutes) =>
    `Code search is paused: too many searches found nothing. Try again in ${minutes} min.`,
  orders: 'Orders',
  number: 'Request',
  client: 'Client',
  product: 'Product',
  face: 'Face value',
  accepted: 'Accepted',
  state: 'State',
  clients: 'Clients',
  suppliers: 'Suppliers',
  products: 'Products',
  people: 'People',
  more: 'Only the first results are shown; refine the search.',
  code: 'The code is found',
  codeState: 'Where it is',
  codeStates: { free: 'in the pool, not sold', sold: 'sold', blocked: 'blocked' },
  inactive: 'not activated yet',
  supplier: 'Supplier',
  codeId: 'Number of the code in the vault',
  order: 'Order',
  sold: 'Sold',
  expires: 'Valid until',
  redeemed: 'Redeemed',
  notRedeemed: 'no',
  inPart: (left) => `in part, ${left} left`,
  opened: 'Who opened it',
  neverOpened: 'Nobody has opened it.',
};

export const findLabels: Record<Language, FindLabels> = { ru, en };
