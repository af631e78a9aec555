/** Why orders end without a certificate, by language. */
import type { Language } from '../platform/text/language.ts';

/** Why orders end without a certificate, as people of a client read it. */
const errors: Record<Language, Record<number, string>> = {
  ru: {
    1102: 'Лимит бренда исчерпан',
    1210: 'Истёк ttl заказа',
    1212: 'Отменён сотрудником или оператором',
    1301: 'Поставщик не смог выпустить сертификат',
    3601: 'Поставщик отказал: нет такого номинала или кодов',
    5000: 'На балансе не хватило средств',
  },
  en: {
    1102: 'The limit of the brand was used up',
    1210: 'The ttl of the order ran out',
    1212: 'Cancelled by a person or the operator',
    1301: 'The supplier could not issue the certificate',
    3601: 'Refused by the supplier: no such face, or no codes',
    5000: 'The balance did not suffice',
  },
};

export const errorName = (code: number, language: Language): string => errors[language][code] ?? '–';
