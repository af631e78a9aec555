/** What `/c/orders` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Заказы',
  add: 'Новый заказ',
  search: 'Найти заказ',
  searchHint: 'Номер запроса или заказа, uuid, ваш номер, почта или телефон получателя, комментарий',
  state: 'Состояние',
  product: 'Продукт',
  code: 'Служебный код',
  from: 'С даты',
  until: 'По дату',
  kind: 'Вид',
  real: 'настоящие',
  test: 'тестовые',
  who: 'Кто заказал',
  any: 'любые',
  number: 'Запрос',
  accepted: 'Принят',
  face: 'Номинал',
  recipient: 'Получатель',
  empty: 'Под такой отбор не подходит ни один заказ.',
  emptyFirst: 'Заказов ещё нет. Первый можно сделать прямо здесь, в том числе тестовый: он ничего не стоит.',
  addFirst: 'Сделать первый заказ',
  nothing: (asked: string, day: string) =>
    `«${asked}»: такого номера, uuid, почты, телефона или внешнего номера нет. В комментариях искали за один день (${day}); другой день выберите в отборе, в поле «С даты».`,
  file: 'Список файлом',
  fileHint:
    'Все заказы под этим отбором, с адресами получателей, без кодов и ссылок. В XLSX помещается миллион заказов. Выгрузка записывается в журнал действий.',
  fileBusy: 'Сейчас делают другие файлы. Попробуйте через минуту.',
  commentsLookedTo: 'Просмотрены комментарии части заказов этого дня. Подходящие могут быть и дальше.',
  lookedTo: 'Просмотрена часть заказов. Подходящие могут быть и дальше.',
};

export const listLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Orders',
    add: 'New order',
    search: 'Find an order',
    searchHint: "Request or order number, uuid, your own number, the recipient's e-mail or phone, comment",
    state: 'State',
    product: 'Product',
    code: 'Service code',
    from: 'From',
    until: 'Until',
    kind: 'Kind',
    real: 'real',
    test: 'test',
    who: 'Ordered by',
    any: 'any',
    number: 'Request',
    accepted: 'Accepted',
    face: 'Face value',
    recipient: 'Recipient',
    empty: 'No order matches these filters.',
    emptyFirst: 'There are no orders yet. You can place the first one here; a test order costs nothing.',
    addFirst: 'Place the first order',
    nothing: (asked, day) =>
      `“${asked}” is not a number, uuid, e-mail, phone or identifier of yours. Comments were searched for one day (${day}); choose another one in the filters, under “From”.`,
    file: 'The list as a file',
    fileHint:
      'All orders that match these filters, with the recipients’ addresses, without codes and links. XLSX holds a million orders. Downloads are recorded in the audit.',
    fileBusy: 'Other files are being made now. Try again in a minute.',
    commentsLookedTo: 'Only some comments of this day were searched. There may be more matches further on.',
    lookedTo: 'Only some orders were searched. There may be more matches further on.',
  },
};
