/** What the fields of a product are called. */
import type { Language } from '../../../platform/text/language.ts';

export type ProductField =
  | 'title'
  | 'brief'
  | 'disclaimer'
  | 'www'
  | 'url'
  | 'code'
  | 'catalogComment'
  | 'image'
  | 'categories'
  | 'digitalAcceptance'
  | 'certificatesInOnePurchase'
  | 'validity'
  | 'validUntil'
  | 'validDays'
  | 'minValidityDays'
  | 'barcodeKind'
  | 'barcodeOf'
  | 'codeInLetter'
  | 'activationScheme'
  | 'deliverBeforeActivation'
  | 'issuerName'
  | 'issuerAddress'
  | 'supportPhone'
  | 'supportEmail'
  | 'supportUrl'
  | 'remindBeforeExpiry'
  | 'inParts'
  | 'confirmAbove'
  | 'language'
  | 'lowStock';

export const fieldLabels: Record<Language, Record<ProductField, string>> = {
  ru: {
    title: 'Название',
    brief: 'Одна-две строки',
    disclaimer: 'Условия (HTML)',
    www: 'Сайт бренда',
    url: 'Страница продукта',
    code: 'Имя в адресах (code)',
    catalogComment: 'Заметка для клиентов (catalog_comment)',
    image: 'Адрес картинки, PNG или JPEG',
    categories: 'Категории',
    digitalAcceptance: 'Где принимают (digital_acceptance)',
    certificatesInOnePurchase: 'Сколько сертификатов можно потратить за одну покупку',
    validity: 'Сертификаты действуют',
    validUntil: 'Последний день',
    validDays: 'Дней с доставки',
    minValidityDays: 'Сколько дней сертификат должен ещё действовать при доставке',
    barcodeKind: 'Штрихкод',
    barcodeOf: 'Что в штрихкоде',
    codeInLetter: 'Письмо содержит сам код, а не только ссылку',
    activationScheme: 'Как активируются неактивные коды пула',
    deliverBeforeActivation: 'Доставлять до активации письмом или выгрузкой',
    issuerName: 'Эмитент',
    issuerAddress: 'Юридический адрес',
    supportPhone: 'Телефон поддержки',
    supportEmail: 'Почта поддержки',
    supportUrl: 'Страница поддержки',
    remindBeforeExpiry: 'Напоминать получателю за 30 и 3 дня до конца срока',
    inParts: 'Можно тратить по частям: касса гасит сколько нужно, остаток сохраняется',
    confirmAbove:
      'Сколько рублей сертификата на выбор можно обменять без кода. Дальше получателю приходит код; пусто — никогда',
    language: 'Язык сообщений получателю',
    lowStock: 'Предупредить, когда свободных кодов меньше',
  },
  en: {
    title: 'Title',
    brief: 'One or two lines',
    disclaimer: 'Terms (HTML)',
    www: "The brand's website",
    url: 'Page of the product',
    code: 'Name in addresses (code)',
    catalogComment: 'Note for clients (catalog_comment)',
    image: 'Address of the picture, PNG or JPEG',
    categories: 'Categories',
    digitalAcceptance: 'Accepted (digital_acceptance)',
    certificatesInOnePurchase: 'Certificates that one purchase takes',
    validity: 'Certificates are valid',
    validUntil: 'Last day',
    validDays: 'Days from delivery',
    minValidityDays: 'Days that a certificate must still be valid when it is delivered',
    barcodeKind: 'Barcode',
    barcodeOf: 'What the barcode says',
    codeInLetter: 'Letters contain the code itself, not only the link',
    activationScheme: 'How inactive codes of the pool are activated',
    deliverBeforeActivation: 'Deliver before a letter or a pull has activated them',
    issuerName: 'Issuer',
    issuerAddress: 'Legal address',
    supportPhone: 'Phone of the support',
    supportEmail: 'E-mail of the support',
    supportUrl: 'Page of the support',
    remindBeforeExpiry: 'Remind the recipient 30 and 3 days before the expiry',
    inParts: 'May be used in parts: a till redeems as much as is needed, the rest is kept',
    confirmAbove:
      'How many roubles of a choice certificate are exchanged without a code. Beyond them its holder is sent one; empty: never',
    language: 'Language of messages to the recipient',
    lowStock: 'Alert when fewer codes are free',
  },
};
