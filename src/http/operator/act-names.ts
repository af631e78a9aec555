/** What a guarded act is called; one that is not listed by its own name. */
import type { Language } from '../../platform/text/language.ts';

/** Acts that wait for a second person. */
const guardedActs: Record<Language, Record<string, string>> = {
  ru: {
    'money.top-up': 'Зачислить оплату',
    'client.live': 'Включить клиенту настоящие заказы',
    'client.forget': 'Забыть клиента',
    'client.credit': 'Увеличить кредит клиента',
    'pool.load-file': 'Загрузить коды из файла',
    'pool.load-draft': 'Загрузить коды из почты',
    'supplier.adapter-set': 'Изменить подключение поставщика',
    'supplier.go-live': 'Открыть продажи поставщика',
    'four-eyes.set': 'Изменить правило второго человека',
    'product.on-sale': 'Выставить на продажу',
    'code.show': 'Показать код',
    'codes.export': 'Выгрузить проданные коды',
  },
  en: {
    'money.top-up': 'Book a payment',
    'client.live': 'Switch on a client’s real orders',
    'client.forget': 'Forget a client',
    'client.credit': 'Raise a client’s credit',
    'pool.load-file': 'Load codes from a file',
    'pool.load-draft': 'Load codes from a mail',
    'supplier.adapter-set': 'Change a supplier’s connection',
    'supplier.go-live': 'Put a supplier on sale',
    'four-eyes.set': 'Change the four-eyes rule',
    'product.on-sale': 'Put on sale',
    'code.show': 'Show a code',
    'codes.export': 'Export sold codes',
  },
};

export const actName = (act: string, language: Language): string => guardedActs[language][act] ?? act;
