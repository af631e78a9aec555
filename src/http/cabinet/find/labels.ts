/** What `/c/find` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  orders: 'Заказы',
  ofCode: 'Заказ с этим кодом',
  products: 'Продукты',
  people: 'Люди',
  hint: 'Поле поиска стоит в верхней строке каждой страницы. В нём ищут по номеру запроса или заказа, uuid, external_id, почте или телефону получателя, комментарию сегодняшнего заказа, названию продукта, имени или почте сотрудника; кто вправе видеть коды — и по коду целиком, который нигде не показывается.',
  nothing:
    'Ничего не нашлось. Почта, телефон и uuid ищутся целиком. Комментарии за другие дни ищут в списке заказов: там выбирают день.',
};

export const findLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    orders: 'Orders',
    ofCode: 'Order with this code',
    products: 'Products',
    people: 'People',
    hint: 'The field is in the top line of every page. It finds a number of a request or order, uuid, external_id, the recipient’s mail or phone, the comment of an order of today, a product, a colleague by name or mail and, for who may see codes, a whole code, which is shown nowhere.',
    nothing:
      'Nothing was found. Mail, phone and uuid are found only whole. For comments of other days, choose the day in the list of orders.',
  },
};
