/** The demo's clients: the first has money for weeks of orders, the second is an old customer with legacy rights and a small balance. */
import type { ContractData } from '../../src/acts/onboarding/contract.ts';
import type { CallbackFormat } from '../../src/clients/client.ts';

export interface DemoClient {
  name: string;
  registeredAt: Date;
  delayedMode: boolean;
  callbackFormat: CallbackFormat;
  topUpRoubles: number;
  contract: ContractData;
}

export const demoClients: DemoClient[] = [
  {
    name: 'Бонусный клуб «Снегирь на рябине»',
    registeredAt: new Date('2024-03-12T10:30:00+03:00'),
    delayedMode: false,
    callbackFormat: 'form',
    topUpRoubles: 50_000_000,
    contract: {
      legalName: 'ООО «Снегирь на рябине» (вымышленное)',
      taxId: '7700000001',
      address: '119000, Москва, Рябиновая улица, 3',
      contactName: 'Пётр Рябинин',
      contactPhone: '+7 495 000-00-01',
      contactMail: 'docs@snegir.example',
    },
  },
  {
    name: 'Кадровый портал «Добрый понедельник»',
    registeredAt: new Date('2021-05-17T14:05:00+03:00'),
    delayedMode: true,
    callbackFormat: 'json',
    topUpRoubles: 25_000,
    contract: {
      legalName: 'АО «Добрый понедельник» (вымышленное)',
      taxId: '7800000002',
      address: '190000, Санкт-Петербург, Утренняя набережная, 1',
      contactName: 'Анна Бодрова',
      contactPhone: '+7 812 000-00-02',
      contactMail: 'docs@ponedelnik.example',
    },
  },
];
