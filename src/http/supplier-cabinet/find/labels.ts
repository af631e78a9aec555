/** What `/s/find` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  redeemed: 'Погашения',
  products: 'Продукты',
  people: 'Люди',
  hint: 'Поле поиска стоит в верхней строке каждой страницы. В нём ищут погашение по номеру операции или сертификата, продукт по названию или номеру, сотрудника по имени или почте.',
  nothing:
    'Ничего не нашлось. Погашенный сертификат ищется по номеру целиком, ещё не погашенный проверяют на кассе.',
};

export const findLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    redeemed: 'Redemptions',
    products: 'Products',
    people: 'People',
    hint: 'The field is in the top line of every page. It finds a redemption by the number of its transaction or certificate, a product by its title or number, and a colleague by name or mail.',
    nothing:
      'Nothing was found. A redeemed certificate is found by its whole number; one that is not redeemed yet is checked at the till.',
  },
};
