import type { CertificateCode, GiftView } from '../../src/certificates/certificate.ts';
import { plainDesign } from '../../src/certificates/templates/design.ts';

/** An invented gift with all fields; tests change what they need. */
export const sampleGift: GiftView = {
  clientId: 1,
  requestId: 3513450,
  orderId: 1000345,
  orderNumber: '1000345-7781204',
  productTitle: 'Листва',
  brief: 'Чай, травы и посуда ручной работы.',
  pictureUrl: null,
  faceKopecks: 300_000,
  leftKopecks: null,
  expiresAt: new Date('2027-12-31T20:59:59Z'),
  termsHtml: [
    '<ol><li>Сертификат действует во всех лавках «Листва» и на сайте <a href="https://listva.example/">listva.example</a>.</li>',
    '<li>Введите номер и ПИН в поле «Сертификат» при оформлении заказа.</li>',
    '<li>Остаток не сгорает: им можно оплатить следующую покупку.</li></ol>',
  ].join(''),
  www: 'https://listva.example/gift',
  use: { acceptance: 'any', mostInOnePurchase: null },
  issuer: { name: 'ООО «Листва»', legalAddress: '119019, г. Москва, ул. Воздвиженка, д. 4' },
  support: { phone: '+7 (800) 100-20-30', email: 'help@listva.example', url: 'https://listva.example/help' },
  greeting: 'Дорогая Анна! Пусть каждый вечер начинается с хорошего чая.\nОбнимаем!',
  senderName: 'Иван и Ольга',
  recipientName: 'Анна',
  language: 'ru',
  barcode: { kind: 'code128', text: '{{number}}' },
  design: plainDesign,
  sample: false,
  state: 'active',
  redeemedAt: null,
  redeemedAtTill: '',
  refundedAt: null,
  codeErased: false,
};

export const sampleCode: CertificateCode = { number: '2200451298760031', pin: '4821' };
